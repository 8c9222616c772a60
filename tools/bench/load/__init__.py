"""Load: phones that look on, and boards at a broker, in processes of their own."""

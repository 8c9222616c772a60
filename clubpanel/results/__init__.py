"""Results, ratings and standings of a club, in its database."""

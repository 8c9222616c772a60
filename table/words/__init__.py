"""The words that hands, lights, devices and phones share. Values only, no logic."""

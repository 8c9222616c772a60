"""Games with another board: letters, deals, invitations, membership in a club."""

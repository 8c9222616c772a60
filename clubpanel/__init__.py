"""The panel of a club: all its boards on one large screen, with results and tournaments."""

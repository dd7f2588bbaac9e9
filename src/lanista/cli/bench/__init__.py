"""`lanista bench`: measure speed, as ratios within one run."""

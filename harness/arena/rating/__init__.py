"""Rankings one can trust: samples, joint ratings, sequential tests, planning."""

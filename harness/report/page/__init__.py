"""The report of a run as one page: figures, charts and hands in a file that needs nothing else."""

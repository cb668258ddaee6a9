"""What people look at: standings and reports."""

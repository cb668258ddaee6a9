"""What must hold of Belote itself."""

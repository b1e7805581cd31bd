"""People at the table: what they see, and how they choose."""

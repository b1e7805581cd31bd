"""Recorded matches of rulesheets, as they are found elsewhere: read, replayed, told, written."""

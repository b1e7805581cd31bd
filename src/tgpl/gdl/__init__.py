"""Rulesheets become C: rules as data in, a text that answers for positions out (`net`, where all atoms can be listed)."""

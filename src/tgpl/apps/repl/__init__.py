"""A session in RPG: what is typed runs at once, and what it leaves behind is there for what is typed next."""

"""The execution unit: everything that a translated game needs to be played, and nothing of the compiler."""

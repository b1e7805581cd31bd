"""What is wrong with a game: machines play it in many ways, and what came out is judged."""

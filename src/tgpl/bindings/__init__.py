"""Games for other people's tools: a PettingZoo environment, an OpenSpiel game. What each needs is an extra to install."""

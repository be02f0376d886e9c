"""Why two items are related: contributions that add up to the score, and the evidence behind them."""

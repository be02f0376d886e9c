"""The files of the TYPED task and those like them: pairs, scores, ratings, and what is wrong with them."""

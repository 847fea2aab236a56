"""The demonstration: the three funds' years told through the acts themselves, each made once."""

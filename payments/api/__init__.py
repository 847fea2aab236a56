"""What programs read: everything public, and with a token what its officer may see."""

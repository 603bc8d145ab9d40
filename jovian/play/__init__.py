"""What programs are offered: bots, notebooks, tests and the commands. All of it is told in `jovian` itself."""

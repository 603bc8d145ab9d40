"""What the captain makes of actions that need a plan: marking a ship for others, boarding one."""

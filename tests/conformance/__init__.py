"""What every provider must do, shown against its simulator over real HTTP."""

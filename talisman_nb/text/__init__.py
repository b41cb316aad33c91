"""Names and phrases in four languages, and what events, asks and hands are told with."""

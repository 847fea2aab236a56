"""Stories: a text door to every act, for people, tests and demonstrations."""

/// What the verbs do: one function each, in a file of its own.
enum Commands {}

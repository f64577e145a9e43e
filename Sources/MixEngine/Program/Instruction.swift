/// One step of the production line. Trivial: a program is an array of these.
struct Instruction: BitwiseCopyable {
  enum Operation: UInt8, BitwiseCopyable {
    /// A source pushes its buffer.
    case push
    /// Pushes silence.
    case silence
    /// A module edits the top.
    case edit
    /// A module that stands beside the signal's way does its work of the quantum.
    case update
    /// The fader of a strip, on the top.
    case fader
    /// The top `count` buffers become one.
    case mix
    /// The fader of the strip on top, whose result goes straight into the buffer below it.
    case mixFaded
    /// A source's next frames, with the fader of its strip, straight into the top.
    case mixSource
    /// Adds the top to entry `index` and leaves it.
    case add
    /// Pushes a copy of entry `index`.
    case copy
    /// Brings entry `index` to the top.
    case raise
    /// Takes the top off.
    case pop
    /// A listener hears the top.
    case record
    /// The top goes to output `index`.
    case output
  }

  var operation: Operation
  /// Whether the sound is silenced here if it is not finite.
  var isGuard = false
  /// Whether the output is silent before this: the first that goes there.
  var isFirst = false
  /// An entry's index, an output's, or a count.
  var index: Int32 = 0
  /// The module's slot, for naming; −1: none.
  var slot: Int32 = -1
  /// The first instruction that had a part in the top: what a guard resets.
  var first: Int32 = 0
  var module: ModuleReference?
  var fader: FaderHandle?
}

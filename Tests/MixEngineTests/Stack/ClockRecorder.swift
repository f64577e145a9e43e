import MixEngine

/// Notes what each quantum's context says. Edits nothing.
final class ClockRecorder: Module, @unchecked Sendable {
  struct Note: BitwiseCopyable {
    var time: Int64 = 0
    var timestamp: Int64 = 0
    var rate = 0
    var verb: UInt8 = 0
    var offset = 0
  }

  private let notes: UnsafeMutablePointer<Note>
  private let actionNotes: UnsafeMutablePointer<Note>
  private var count = 0
  private var actionCount = 0
  private(set) var preparedRate: SampleRate?

  init(parameters: ParameterTable) {
    notes = .allocate(capacity: 1024)
    notes.initialize(repeating: Note(), count: 1024)
    actionNotes = .allocate(capacity: 1024)
    actionNotes.initialize(repeating: Note(), count: 1024)
    super.init(address: "clock", parameters: parameters)
  }

  deinit {
    notes.deallocate()
    actionNotes.deallocate()
  }

  var times: [Int64] { (0..<count).map { notes[$0].time } }
  var timestamps: [Int64] { (0..<count).map { notes[$0].timestamp } }
  var contextRate: SampleRate { SampleRate(notes[0].rate) }
  /// Frame and verb's number of each action.
  var actions: [(frame: Int64, verb: UInt8)] {
    (0..<actionCount).map {
      (actionNotes[$0].time + Int64(actionNotes[$0].offset), actionNotes[$0].verb)
    }
  }

  override func prepare(sampleRate: SampleRate) { preparedRate = sampleRate }

  @_noLocks override func process(_ context: RenderContext) {
    guard count < 1024 else { return }
    notes[count].time = context.time
    notes[count].timestamp = context.stack.timestamp
    notes[count].rate = context.sampleRate.hertz
    count &+= 1
  }

  @_noLocks override func perform(_ action: Action, offset: Int, _ context: RenderContext) {
    guard actionCount < 1024 else { return }
    actionNotes[actionCount].time = context.time
    actionNotes[actionCount].verb = action.verb.code
    actionNotes[actionCount].offset = offset
    actionCount &+= 1
  }
}

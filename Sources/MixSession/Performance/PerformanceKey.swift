/// The words of an events file.
public enum PerformanceKey: String, CaseIterable, Sendable {
  // The first line.
  case performance, stackdeck, session, text, set, files, inputs
  case sampleRate = "sample_rate"
  // What happened.
  case frame, to, value
  case overFrames = "over_frames"
  case inTurn = "in_turn"
  case player, skip, pages, left
  case reload, done
  case lost, end

  static let ofHeader: [PerformanceKey] = [
    .performance, .stackdeck, .sampleRate, .session, .text, .set, .files, .inputs,
  ]

  /// What an entry may have beside `frame`, by the key that says what it is.
  static let ofEntry: [(kind: PerformanceKey, others: [PerformanceKey])] = [
    (.to, [.value, .overFrames, .inTurn]),
    (.skip, [.player]),
    (.pages, [.player, .left]),
    (.reload, [.done, .files]),
    (.lost, []),
    (.end, []),
  ]
}

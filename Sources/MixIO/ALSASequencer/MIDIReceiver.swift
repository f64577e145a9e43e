import MixEngine

/// What listens to an `ALSASequencer`.
///
/// Every function is called on the MIDI thread, one at a time, in the order of what happened; in any
/// of them `sequencer` takes what is to be sent. None may wait: meanwhile nothing is read, and the
/// kernel keeps 2000 messages at most.
public protocol MIDIReceiver: AnyObject, Sendable {
  /// Whether to connect a port that is there now. `ports` are all of them, the new one too.
  func wants(_ port: MIDIPort, among ports: [MIDIPort]) -> Bool
  /// A port was connected: one that was wanted, or one that somebody connected by hand (aconnect).
  func portAppeared(_ port: MIDIPort, sequencer: ALSASequencer)
  /// A connected port is gone, or was disconnected by hand.
  func portVanished(_ id: MIDIPort.ID, sequencer: ALSASequencer)
  /// A port that was wanted was not to be had.
  func portRefused(_ port: MIDIPort, reason: String)
  /// A message of a connected port.
  func received(_ message: MIDIMessage, from id: MIDIPort.ID, sequencer: ALSASequencer)
  /// Messages were lost, from whichever port: this many, or more where the kernel doesn't say. What
  /// is known of the controls' state is no longer sure.
  func lost(_ count: Int, sequencer: ALSASequencer)
  /// All that had arrived was given.
  func batchEnded(sequencer: ALSASequencer)

  /// How often `tick` is to be called; asked anew after each batch and tick. Nil: not at all.
  var tickMilliseconds: Int? { get }
  func tick(sequencer: ALSASequencer)

  /// The sequencer is about to be closed: the last time to send something.
  func willClose(sequencer: ALSASequencer)
  /// The sequencer itself is gone, for a reason of the system's; its ports have vanished before.
  func failed(_ reason: String)
}

extension MIDIReceiver {
  public func portRefused(_ port: MIDIPort, reason: String) {}
  public func batchEnded(sequencer: ALSASequencer) {}
  public var tickMilliseconds: Int? { nil }
  public func tick(sequencer: ALSASequencer) {}
  public func willClose(sequencer: ALSASequencer) {}
  public func failed(_ reason: String) {}
}

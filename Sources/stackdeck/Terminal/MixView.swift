/// All that the screen shows of a running mix: a plain value, from which `MixLayout` makes lines.
struct MixView: Hashable, Sendable {
  var decks: [DeckView]
  /// Live inputs.
  var inputs: [DeviceView] = []
  /// Outputs beside main's.
  var outputs: [DeviceView] = []
  /// dB of full scale.
  var mainLevel = -Double.infinity
  /// −1 left … 1 right; nil if there is none.
  var crossfader: Double?
  /// Seconds of the take that is being recorded.
  var recorded: Double?
  /// Whether the keys can record.
  var hasRecorder = false
  /// Names of the controllers that are connected; nil where nobody listens to any.
  var controllers: [String]?
  /// MIDI messages that were lost, as far as anybody knows.
  var lostMessageCount = 0
  var output: OutputView
  /// One line that stays in view.
  var message: String?
  /// The keys, while they are shown.
  var help: [String] = []
}

/// What `play` and `run` have in common.
struct LiveOptions: Hashable, Sendable {
  /// Nil if the option was not given: the session's own output, or the server's default sink.
  var output: OutputPlace?
  /// Milliseconds, 5…2000; nil if the option was not given.
  var latency: Double?
  var controller = ControllerChoice.automatic
  var settings: [SessionSetting] = []
  /// Seconds; nil: as long as there is something to play.
  var duration: Double?
  var stays = false
  var isHeadless = false
  var mayReplaceFiles = false
  var printsJSON = false
}

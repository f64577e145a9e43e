/// `stackdeck calibrate`
struct CalibrateOptions: Hashable, Sendable {
  var common = CommonOptions()
  /// Part of a source's name or description; nil: the server's default.
  var input: String?
  /// Part of a sink's name or description; nil: the server's default.
  var output: String?
  /// Milliseconds to ask the server for.
  var latency: Double?
  var printsJSON = false
}

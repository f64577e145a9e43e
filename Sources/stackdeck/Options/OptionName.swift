/// The options of the command line, by their long names. What each takes, and where, says
/// `OptionTable`.
enum OptionName: String, CaseIterable, Sendable {
  case output, latency, set, duration, stay, headless, force, json
  case fade, record, shuffle, seed
  case midiFile = "midi-file"
  case printSession = "print-session"
  case watch, events, mend
  case writeEvents = "write-events"
  case controller, write
  case encoding, dither
  case dot, listing
  case input
  case color, quiet, verbose, version
  case help
  /// `-h`, which is not the short form of `--help` but a shorter help.
  case shortHelp = "h"

  /// As it is typed: `--output`, `-h`.
  var typed: String { self == .shortHelp ? "-h" : "--" + rawValue }
}

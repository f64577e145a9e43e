import MixEngine
import TOML

/// Reads session files.
public enum SessionReader {
  /// Understands a session, or says everything that is wrong with it.
  ///
  /// - Parameters:
  ///   - bytes: the file's.
  ///   - file: its name as it was typed, for messages.
  ///   - settings: ADDRESS=VALUE, put over the file before anything is checked, the last one wins.
  ///     VALUE is TOML, or else text without quotes.
  ///   - paths: paths that can't stand in a text because they are not UTF-8, by address
  ///     ("player.a.file"); they win.
  /// - Returns: the plan, unless there is an error; all errors and warnings in the order of the text.
  ///
  /// Any thread. Touches no file and no device, and never traps, whatever the bytes.
  public static func read(
    bytes: [UInt8], file: String, settings: [String] = [], paths: [String: SessionPath] = [:]
  ) -> (plan: SessionPlan?, diagnostics: [Diagnostic]) {
    let parsed = TOML.parse(bytes)
    let source = SessionSource(file: file, bytes: bytes, settings: settings)
    var reading = SessionReading(source: source, paths: paths, isBroken: !parsed.isValid)
    reading.add(parsed.errors)
    let table = reading.apply(settings, to: parsed.table)
    let plan = reading.readSession(table)
    return (reading.hasErrors ? nil : plan, reading.sortedDiagnostics)
  }
}

import MixEngine
import MixIO
import MixSession

extension Commands {
  /// Shows the way of the signal.
  static func run(_ options: GraphOptions) -> ExitStatus {
    let messages = Messages(options.common)
    guard let plan = SessionLoader.load(options.session, messages) else { return .wrongInput }
    let encoding = messages.printer.encoding
    let lines: [String]
    switch options.form {
    case .json: return Results.print(SessionPicture.json(plan), messages)
    case .picture: lines = PathPicture.lines(of: SessionPicture.ways(plan), encoding)
    case .dot: lines = SessionPicture.dot(plan)
    case .listing:
      let engine = Engine(sampleRate: plan.sampleRate.value, isOffline: true)
      do {
        let build = try SessionBuilder(engine: engine).build(plan)
        let prepared = try build.graph.prepare(
          for: engine, helpers: build.helpers, schedule: build.schedule)
        lines = prepared.program.listing().map(\.text)
      } catch let error as SessionBuildError {
        for diagnostic in error.diagnostics { messages.print(diagnostic, bytes: plan.source.bytes) }
        return .wrongInput
      } catch {
        messages.print(Problem("the graph can't be compiled: \(error)"))
        return .failed
      }
    }
    let text = lines.map { $0 + "\n" }.joined()
    return Results.print(options.form == .picture ? text : encoding.encoded(text), messages)
  }
}

import MixEngine

extension Commands {
  /// `stackdeck example [NAME]`
  static func run(_ options: ExampleOptions) -> ExitStatus {
    let messages = Messages(options.common)
    guard let directory = ConfigsDirectory.find() else {
      messages.print(
        Problem(
          "the shipped sessions are missing",
          help: "STACKDECK_SHARE names the directory that has them"))
      return .failed
    }
    let sessions = directory.sessions()
    guard let name = options.name else {
      let list = options.printsJSON ? json(sessions) : list(sessions)
      return Results.print(messages.printer.encoding.encoded(list), messages)
    }
    let wanted = name.path.ending == "toml" ? TypedWord(Array(name.bytes.dropLast(5))) : name
    guard let session = sessions.first(where: { $0.name == wanted.text }) else {
      let names = sessions.map(\.name)
      let near = NearestName.find(wanted.shown, in: names).map { "did you mean \($0)?" }
      messages.print(
        Problem(
          "no example '\(name.shown)'",
          help: near ?? "there are \(WordList.joined(names, by: "and"))"))
      return .wrongInput
    }
    guard options.printsJSON else { return Results.print(session.bytes, messages) }
    var json = JSONWriter()
    json.object { json in
      json.field("name", session.name)
      json.field("path", session.path)
      json.field("text", session.bytes)
    }
    return Results.print(json.takeLine(), messages)
  }

  private static func list(_ sessions: [ConfigsDirectory.Session]) -> String {
    let width = sessions.map { TextWidth.cells(of: $0.name) }.max() ?? 0
    return sessions.map { session in
      let name = TextWidth.padded(session.name, to: width, .utf8)
      return session.summary.isEmpty ? "\(session.name)\n" : "\(name)  \(session.summary)\n"
    }.joined()
  }

  private static func json(_ sessions: [ConfigsDirectory.Session]) -> String {
    var json = JSONWriter()
    json.array { json in
      for session in sessions {
        json.object { json in
          json.field("name", session.name)
          json.field("path", session.path)
          json.field("summary", session.summary)
        }
      }
    }
    return json.takeLine()
  }
}

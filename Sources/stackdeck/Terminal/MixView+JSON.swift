extension MixView {
  /// The fields of the JSON twin, by the names that readings have in sessions; a level of silence is
  /// null. The writer is inside of an object.
  func write(to json: inout JSONWriter) {
    json.array("decks") { json in
      for deck in decks {
        json.object { json in
          json.field("name", deck.name)
          json.field("state", deck.state.rawValue)
          json.field("position", deck.position)
          if let remaining = deck.remaining {
            json.field("remaining", remaining)
          } else {
            json.null("remaining")
          }
          json.field("title", deck.title)
          json.field("level", deck.level)
          json.field("mute", deck.isMuted)
        }
      }
    }
    json.array("inputs") { json in
      for input in inputs { json.object { input.write(to: &$0) } }
    }
    json.object("main") { $0.field("level", mainLevel) }
    if let crossfader { json.object("crossfader") { $0.field("position", crossfader) } }
    if let recorded { json.field("recorded", recorded) }
    if let controllers {
      json.object("midi") { json in
        json.array("controllers") { json in for name in controllers { json.value(name) } }
        json.field("lost", lostMessageCount)
      }
    }
    json.object("output") { json in
      json.field("name", output.name)
      if let latency = output.latency { json.field("latency_ms", latency) }
      if let underruns = output.underruns { json.field("underruns", underruns) }
      if let trouble = output.trouble { json.field("trouble", trouble) }
    }
    json.array("outputs") { json in
      for output in outputs { json.object { output.write(to: &$0) } }
    }
  }
}

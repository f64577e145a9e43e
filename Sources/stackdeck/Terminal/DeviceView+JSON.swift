extension DeviceView {
  /// The fields of the JSON twin; a level of silence and a drift that is not known yet are null.
  func write(to json: inout JSONWriter) {
    json.field("name", name)
    json.field("state", state.rawValue)
    json.field("device", device)
    if let level {
      json.field("level", level)
      json.field("mute", isMuted)
    }
    if let drift { json.field("drift", drift) } else { json.null("drift") }
    json.field("underruns", underruns)
    json.field("overruns", overruns)
  }
}

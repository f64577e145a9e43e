/// The lines of devices under those of decks, first what comes in, then where else it goes out:
///
///     voice    ● USB Microphone   −12.3 dB   drift +3 ppm
///     → studio ● Studio                      drift −1 ppm, 2 underruns
///
/// All have the same layout. On narrow terminals parts are left out: first the words around the
/// drift, then the drift, the device, the level.
struct DeviceLine {
  /// What is shown, and the width of each part; 0 leaves it out.
  private struct Layout {
    /// The device gets what is left, which must be this much.
    var leastDevice: Int
    var level: Int
    /// Which of `remarks` is shown; nil: none.
    var remark: Int?
  }

  private static let layouts = [
    Layout(leastDevice: 12, level: LevelText.width, remark: 0),
    Layout(leastDevice: 8, level: LevelText.width, remark: 1),
    Layout(leastDevice: 6, level: LevelText.width, remark: nil),
    Layout(leastDevice: 0, level: LevelText.width, remark: nil),
    Layout(leastDevice: 0, level: LevelText.numberWidth, remark: nil),
    Layout(leastDevice: 0, level: 0, remark: nil),
  ]

  private let layout: Layout
  private let columns: Int
  private let encoding: TextEncoding
  private let nameWidth: Int
  private let deviceWidth: Int

  /// - Parameter all: those whose columns stand under each other.
  init(for all: [DeviceView], columns: Int, _ encoding: TextEncoding) {
    self.columns = columns
    self.encoding = encoding
    let names = all.map { TextWidth.cells(of: Self.name($0, encoding)) }
    // A long name may take a fifth of the line, and what shows the way a bit more.
    let nameWidth = max(1, min(names.max() ?? 1, 14, max(columns / 5, 8)))
    let hasLevel = all.contains { $0.level != nil }
    let remarks = [0, 1].map { form in
      all.map { TextWidth.cells(of: Self.remark($0, form, encoding)) }.max() ?? 0
    }
    self.nameWidth = nameWidth
    func width(_ layout: Layout) -> Int {
      var width = nameWidth + 2
      if layout.leastDevice > 0 { width += 1 + layout.leastDevice }
      if layout.level > 0, hasLevel { width += 2 + layout.level }
      if let remark = layout.remark, remarks[remark] > 0 { width += 2 + remarks[remark] }
      return width
    }
    var layout = Self.layouts.first { width($0) <= columns } ?? Self.layouts.last!
    deviceWidth =
      layout.leastDevice > 0
      ? min(layout.leastDevice + columns - width(layout), max(Self.widest(all, encoding), 1)) : 0
    if !hasLevel { layout.level = 0 }
    self.layout = layout
  }

  /// The line of one of them, at most as wide as the terminal.
  func line(_ view: DeviceView) -> StatusLine {
    let name = Self.name(view, encoding)
    var text = TextWidth.padded(name, to: nameWidth, encoding) + " " + view.state.sign(encoding)
    if deviceWidth > 0 {
      text += " " + TextWidth.padded(Self.device(view, encoding), to: deviceWidth, encoding)
    }
    if layout.level > 0 {
      text += "  " + TextWidth.padded(level(view), to: layout.level, encoding)
    }
    if let remark = layout.remark { text += "  " + Self.remark(view, remark, encoding) }
    return StatusLine(TextWidth.cut(text.trimmingTrailingSpaces(), to: columns, encoding))
  }

  /// One line about it, for where there is no screen.
  static func summary(_ view: DeviceView, _ encoding: TextEncoding) -> String {
    let level = view.level.map { view.isMuted ? "muted" : LevelText.level($0, encoding) }
    return [
      name(view, encoding), view.state.sign(encoding), view.state == .running ? level : nil,
      view.state == .running ? nil : view.state.rawValue,
    ].compactMap(\.self).joined(separator: " ")
  }

  private func level(_ view: DeviceView) -> String {
    guard let level = view.level else { return "" }
    let isShort = layout.level < LevelText.width
    if view.isMuted { return isShort ? "mute" : "muted" }
    return isShort ? LevelText.number(level, encoding) : LevelText.level(level, encoding)
  }

  private static func name(_ view: DeviceView, _ encoding: TextEncoding) -> String {
    encoding.encoded(ShownText.of(view.level == nil ? "→ \(view.name)" : view.name))
  }

  /// The device, or why there is none.
  private static func device(_ view: DeviceView, _ encoding: TextEncoding) -> String {
    let isPlain = view.state == .running && !view.device.isEmpty
    return encoding.encoded(isPlain ? ShownText.of(view.device) : view.state.rawValue)
  }

  private static func widest(_ all: [DeviceView], _ encoding: TextEncoding) -> Int {
    all.map { TextWidth.cells(of: device($0, encoding)) }.max() ?? 0
  }

  /// The drift and what went wrong: with words, then as short as can be.
  private static func remark(_ view: DeviceView, _ form: Int, _ encoding: TextEncoding) -> String {
    let drift = view.drift.map { drift in
      let ppm = Int(drift.rounded())
      let sign = ppm < 0 ? encoding.minus : ppm > 0 ? "+" : ""
      return "\(form == 0 ? "drift " : "")\(sign)\(abs(ppm)) ppm"
    }
    guard form == 0 else { return drift ?? "" }
    func counted(_ count: Int, _ word: String) -> String? {
      count > 0 ? "\(count) \(word)\(count == 1 ? "" : "s")" : nil
    }
    return [drift, counted(view.underruns, "underrun"), counted(view.overruns, "overrun")]
      .compactMap(\.self).joined(separator: ", ")
  }
}

// The results, for people and for programs.
extension Bench {
  var table: String {
    let width = ((results.map(\.name.count) + times.map(\.name.count)).max() ?? 0) + 2
    let head = "".padded(to: width) + "ns/frame".padded(to: -9) + "frames/s".padded(to: -14)
    let lines = results.map { result in
      result.name.padded(to: width) + Self.text(result.nanosecondsPerFrame).padded(to: -9)
        + String(Int(min(result.framesPerSecond, 1e12))).padded(to: -14)
    }
    let once = times.map {
      $0.name.padded(to: width) + Self.text($0.milliseconds).padded(to: -9) + " ms"
    }
    return ([head] + lines + once).joined(separator: "\n")
  }

  var json: String {
    let lines = results.map { result in
      let name = result.name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
      return "{\"name\":\"\(name)\",\"ns_per_frame\":\(Self.text(result.nanosecondsPerFrame)),"
        + "\"frames_per_second\":\(Int(min(result.framesPerSecond, 1e12)))}"
    }
    let once = times.map { "{\"name\":\"\($0.name)\",\"ms\":\(Self.text($0.milliseconds))}" }
    return "[" + (lines + once).joined(separator: ",\n ") + "]"
  }

  /// Three digits behind the point.
  private static func text(_ value: Double) -> String {
    let thousandths = Int((value * 1000).rounded())
    let rest = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}

extension String {
  /// With spaces behind it, or, for a negative width, before it.
  fileprivate func padded(to width: Int) -> String {
    let space = String(repeating: " ", count: max(abs(width) - count, 0))
    return width < 0 ? space + self : self + space
  }
}

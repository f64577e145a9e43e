/// Values as TOML 1.0 writes them.
public enum TOMLText {
  /// A string in double quotes, on one line.
  public static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        } else {
          quoted.unicodeScalars.append(scalar)
        }
      }
    }
    return quoted + "\""
  }

  /// A number, without a point where nothing is behind it.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    if value == value.rounded(), value.magnitude < 1e15 { return "\(Int64(value))" }
    return "\(value)"
  }
}

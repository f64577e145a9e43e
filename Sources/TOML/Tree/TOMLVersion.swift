/// The version of the language that a text is read by.
///
/// 1.1 allows more than 1.0: line ends, comments and a last comma in inline tables, the escapes `\e`
/// and `\xHH`, and times without seconds. Every text of 1.0 means the same in 1.1.
public enum TOMLVersion: String, Sendable, CaseIterable {
  case v1_0 = "1.0"
  case v1_1 = "1.1"
}

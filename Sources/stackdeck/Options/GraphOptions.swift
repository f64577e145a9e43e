import MixIO

/// `stackdeck graph SESSION`
struct GraphOptions: Hashable, Sendable {
  /// What is printed.
  enum Form: Sendable {
    /// A picture in text.
    case picture
    /// The language of Graphviz.
    case dot
    /// The compiled stack program.
    case listing
    /// Nodes and connections for programs.
    case json
  }

  var common = CommonOptions()
  /// `-` is standard input.
  var session: FilePath
  var form = Form.picture
}

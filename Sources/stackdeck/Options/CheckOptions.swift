/// `stackdeck check SESSION`
struct CheckOptions: Hashable, Sendable {
  var common = CommonOptions()
  /// `-` is standard input.
  var session: PathArgument
  var printsJSON = false
}

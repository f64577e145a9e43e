/// `stackdeck example [NAME]`
struct ExampleOptions: Hashable, Sendable {
  var common = CommonOptions()
  /// Nil: list all.
  var name: PathArgument?
  var printsJSON = false
}

/// `stackdeck example [NAME]`
struct ExampleOptions: Hashable, Sendable {
  var common = CommonOptions()
  /// Nil: list all.
  var name: TypedWord?
  var printsJSON = false
}

/// `stackdeck devices`
struct DevicesOptions: Hashable, Sendable {
  var common = CommonOptions()
  var printsJSON = false
}

/// The version of the program, here and nowhere else; the man page and the change log are compared
/// with it by a test.
enum Version {
  static let text = "0.1.0"
}

import Glibc

/// Asks again and again until `condition` holds or the limit has passed.
///
/// The limit only says when a test gives up; make it generous, a busy machine is slow.
/// - Returns: Whether the condition held.
@discardableResult
public func waitUntil(
  limit: Duration = .seconds(30), _ condition: () throws -> Bool
) rethrows -> Bool {
  let clock = ContinuousClock()
  let end = clock.now + limit
  while true {
    if try condition() { return true }
    if clock.now >= end { return false }
    usleep(3000)
  }
}

/// The system's words for an errno value.
func errorText(_ error: Int32) -> String {
  guard let text = strerror(error) else { return "error \(error)" }
  return String(cString: text)
}

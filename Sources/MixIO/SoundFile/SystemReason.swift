import Glibc

/// The system's words for an error number.
func systemReason(_ number: Int32) -> String {
  var text = [CChar](repeating: 0, count: 256)
  // Swift sees the POSIX form: it fills the buffer.
  guard strerror_r(number, &text, text.count) == 0 else { return "error \(number)" }
  return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
}

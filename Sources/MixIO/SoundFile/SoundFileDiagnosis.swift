/// Names the kind of a file that libsndfile did not open, from its first bytes and its name.
enum SoundFileDiagnosis {
  /// - Parameters:
  ///   - head: the first bytes, up to 64 KiB.
  ///   - path: for its ending, where the bytes say nothing.
  /// - Returns: nil if it is no kind that is known.
  static func kind(head: [UInt8], path: [UInt8]) -> String? {
    func has(_ text: String, at offset: Int = 0) -> Bool {
      let bytes = Array(text.utf8)
      return head.count >= offset + bytes.count
        && Array(head[offset..<offset + bytes.count]) == bytes
    }
    func contains(_ text: String) -> Bool {
      let bytes = Array(text.utf8)
      guard head.count >= bytes.count else { return false }
      return (0...head.count - bytes.count).contains { has(text, at: $0) }
    }
    if has("ftyp", at: 4) || has("moov", at: 4) || has("mdat", at: 4) {
      return contains("alac") ? "ALAC in MP4" : "AAC"
    }
    if has("ADIF") { return "AAC" }
    // A sync word of 12 bits, then layer 0, which MPEG audio has not.
    if head.count > 1, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 { return "AAC" }
    if head.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) { return "WMA" }
    if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "Matroska or WebM" }
    if has("MAC ") { return "Monkey's Audio" }
    if has("wvpk") { return "WavPack" }
    if has("MPCK") || has("MP+") { return "Musepack" }
    if has("TTA1") { return "True Audio" }
    if has("DSD ") || has("FRM8") { return "DSD" }
    if has("#!AMR") { return "AMR" }
    if has("MThd") { return "MIDI" }
    if has("OggS") { return contains("theora") ? "Ogg video" : "this kind of Ogg" }
    switch ending(of: path) {
    case "m4a", "m4b", "mp4", "aac": return "AAC"
    case "wma": return "WMA"
    default: return nil
    }
  }

  /// What follows the last dot of a path's name, in lower case.
  private static func ending(of path: [UInt8]) -> String {
    let name = path.split(separator: UInt8(ascii: "/")).last ?? []
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }
}

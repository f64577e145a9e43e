import Synchronization

/// The titles of a recorder's marks, by number: texts don't travel through the render thread, their
/// numbers do.
///
/// Any thread but the render thread. Titles are kept as long as the recorder; each text once.
public final class MarkTitles: Sendable {
  /// Of a mark without a title.
  public static let untitled = 0

  private struct Titles {
    var texts: [String] = []
    var numbers: [String: Int] = [:]
  }

  private let titles = Mutex(Titles())

  init() {}

  /// The number of a title; it gets one if it has none.
  public func number(of title: String) -> Int {
    RenderThread.assertIsNotCurrent()
    return titles.withLock { titles in
      if let number = titles.numbers[title] { return number }
      titles.texts.append(title)
      titles.numbers[title] = titles.texts.count
      return titles.texts.count
    }
  }

  /// The title of a number; nil: a mark without one.
  public subscript(number: Int) -> String? {
    RenderThread.assertIsNotCurrent()
    return titles.withLock { titles in
      titles.texts.indices.contains(number - 1) ? titles.texts[number - 1] : nil
    }
  }
}

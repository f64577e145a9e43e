/// What became of one file of a recording.
public struct TakeReport: Sendable {
  /// Nil where no file could be made.
  public var path: FilePath?
  /// The render clock's frame of the first frame.
  public var firstFrame: Int64
  /// Frames that the file holds, silence for lost ones included.
  public var frameCount: Int64 = 0
  /// Samples that an integer encoding had to clip.
  public var clippedSampleCount = 0
  /// Frames of silence in it, because the disk could not keep up.
  public var gapFrameCount: Int64 = 0
  /// Frames of the take that the file does not hold, because of `error`.
  public var missingFrameCount: Int64 = 0
  /// The cue sheet beside it; nil: there is none.
  public var cueSheet: FilePath?
  /// Tracks of the sheet: one, and one a mark.
  public var trackCount = 0
  /// Marks that found no track in it.
  public var leftOutMarkCount = 0
  /// Why the sheet is not there, or lacks the last marks.
  public var cueSheetError: StorageError?
  /// Why it ended early, or is not there at all.
  public var error: TakeError?

  init(firstFrame: Int64) { self.firstFrame = firstFrame }

  /// Whether every frame that was rendered is in the file.
  public var isComplete: Bool { error == nil && gapFrameCount == 0 && missingFrameCount == 0 }
}

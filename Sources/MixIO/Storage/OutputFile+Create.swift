import Glibc

extension OutputFile {
  /// Creates a file that did not exist: with this name, or with `-2`, `-3` … before its ending if
  /// there is one already. Missing directories are made.
  ///
  /// The name is taken in one step, so two programs never get the same file.
  public static func createNew(_ path: FilePath) throws(StorageError) -> OutputFile {
    try makeDirectories(path.directory)
    for number in 1...100_000 {
      let name = number == 1 ? path : path.inserting(beforeEnding: "-\(number)")
      let descriptor = openExclusively(name)
      if descriptor >= 0 { return OutputFile(descriptor: descriptor, path: name) }
      guard errno == EEXIST else { throw StorageError(.create, name, error: errno) }
    }
    throw StorageError(.create, path, error: EEXIST)
  }

  /// Creates a file as `createNew` does, and one of the same name with another ending beside it: the
  /// number before the ending is one that both are free to have.
  ///
  /// - Returns: the second file too, or why there is none although the first could be made.
  static func createNew(
    _ path: FilePath, beside ending: String
  ) throws(StorageError) -> (file: OutputFile, other: Result<OutputFile, StorageError>) {
    try makeDirectories(path.directory)
    for number in 1...100_000 {
      let name = number == 1 ? path : path.inserting(beforeEnding: "-\(number)")
      let otherName = name.replacingEnding(with: ending)
      // It goes first: beside each file that is there already lies one, and nothing is made in vain.
      let other = openExclusively(otherName), otherError = errno
      if other < 0, otherError == EEXIST { continue }
      let descriptor = openExclusively(name), error = errno
      if descriptor >= 0 {
        return (
          OutputFile(descriptor: descriptor, path: name),
          other >= 0
            ? .success(OutputFile(descriptor: other, path: otherName))
            : .failure(StorageError(.create, otherName, error: otherError))
        )
      }
      if other >= 0 {
        Glibc.close(other)
        _ = otherName.withCString { unlink($0) }
      }
      guard error == EEXIST else { throw StorageError(.create, name, error: error) }
    }
    throw StorageError(.create, path, error: EEXIST)
  }

  /// Creates a hidden file beside `path`, to be renamed when it is complete.
  static func createTemporary(beside path: FilePath) throws(StorageError) -> OutputFile {
    for number in 0..<1000 {
      let name = path.directory.appending(
        FilePath(".stackdeck-\(getpid())-\(number).\(path.ending)"))
      let descriptor = openExclusively(name)
      if descriptor >= 0 {
        return OutputFile(descriptor: descriptor, path: name, shownAs: path)
      }
      guard errno == EEXIST else { throw StorageError(.create, path, error: errno) }
    }
    throw StorageError(.create, path, error: EEXIST)
  }

  /// Makes a directory and those above it that are missing.
  static func makeDirectories(_ path: FilePath) throws(StorageError) {
    if path.withCString({ mkdir($0, 0o777) }) == 0 { return }
    switch errno {
    case EEXIST, EISDIR, EROFS: return  // EROFS: it may be there; creating the file will tell
    case ENOENT where path.directory != path:
      try makeDirectories(path.directory)
      if path.withCString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST { return }
    default: break
    }
    throw StorageError(.makeDirectory, path, error: errno)
  }

  private static func openExclusively(_ path: FilePath) -> Int32 {
    path.withCString {
      var descriptor: Int32
      repeat {
        descriptor = open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      } while descriptor < 0 && errno == EINTR
      return descriptor
    }
  }
}

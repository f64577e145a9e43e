import MixEngine

/// What was done to a session while it was performed, or what a script wants done: by frame.
public struct Performance: Sendable {
  public let header: PerformanceHeader
  /// In the order of their frames; those of one frame in the order of the file.
  public let entries: [PerformanceEntry]

  /// The frame before which it was performed; nil: nobody says so.
  public var endFrame: Int64? {
    entries.lazy.compactMap { entry in
      if case .end = entry.deed { entry.frame } else { nil }
    }.max()
  }

  /// The sessions that were read while it was performed, in order.
  public var reloads: [PerformanceReload] {
    entries.compactMap { if case .reload(let reload) = $0.deed { reload } else { nil } }
  }

  /// Everything that is told at an address.
  public var addresses: Set<String> {
    Set(
      entries.compactMap { entry in
        switch entry.deed {
        case .change(let address, _, _), .move(let address, _, _), .action(let address, _): address
        default: nil
        }
      })
  }

  /// What happens to a build of the session, for its schedule. What it has no address for is left
  /// out: it belongs to another session that comes before or after.
  public func schedule(for build: SessionBuild) -> [Action] {
    var actions: [Action] = []
    for entry in entries {
      switch entry.deed {
      case .change(let address, let value, let isInTurn):
        actions += build.kept(address, value, at: entry.frame, isInTurn ? .sent : .hand)
      case .move(let address, let value, let frames):
        actions += build.kept(address, value, at: entry.frame, .sent, duration: frames)
      case .action(let address, let value):
        actions += build.kept(address, value, at: entry.frame, .sent)
      case .skip(let name, let seconds):
        guard let player = build.players[name] else { continue }
        var action = Action(.skip, target: player.slot, value: seconds, frame: entry.frame)
        action.origin = .sent
        actions.append(action)
      case .pages, .reload, .lost, .end: break
      }
    }
    return actions
  }

  /// When a player's pages were not there, or came.
  public func lapses(of name: String) -> [FilePlayerLapse] {
    entries.compactMap { entry in
      guard case .pages(name, let pages, let left) = entry.deed else { return nil }
      return switch pages {
      case .missing: FilePlayerLapse(.broken, frame: entry.frame, frameCount: left)
      case .late: FilePlayerLapse(.late, frame: entry.frame)
      case .here: FilePlayerLapse(.over, frame: entry.frame)
      }
    }
  }
}

extension SessionBuild {
  fileprivate func kept(
    _ address: String, _ value: AddressValue, at frame: Int64, _ origin: Action.Origin,
    duration: Int64 = 0
  ) -> [Action] {
    guard case .success(let target) = target(address) else { return [] }
    return target.actions(value, at: frame, duration: duration).map { action in
      var action = action
      action.origin = origin
      return action
    }
  }
}

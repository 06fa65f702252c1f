import Synchronization

/// Where defaults live: each is computed once in a scope and is shared by all who read it there.
final class DefaultScope: Sendable {
  /// How a scope came to be.
  enum Kind: Sendable {
    /// The app's, which lasts as long as the process.
    case process

    /// Started because there was none, and nothing may be shared with the process.
    case implicit

    /// Started on purpose.
    case explicit
  }

  /// What is known about computations under way.
  private struct Progress: Sendable {
    /// Held by whoever computes the default of the key.
    var turns: [DefaultKey: Turn] = [:]

    var owners: [DefaultKey: DefaultComputation] = [:]

    /// Which key a computation needs before it can go on.
    var needs: [ObjectIdentifier: DefaultKey] = [:]

    /// The keys of a cycle that the computation would close, the first of them again at the end.
    func cycle(closedBy computation: DefaultComputation) -> [DefaultKey]? {
      let surroundings = Array(sequence(first: computation, next: \.parent).dropFirst())
      var path = [computation.key]
      while let needed = path.last, let owner = owners[needed] {
        if let index = surroundings.firstIndex(where: { $0 === owner }) {
          return surroundings[...index].reversed().map(\.key) + path
        }
        guard let next = needs[ObjectIdentifier(owner)] else { return nil }
        path.append(next)
      }
      return nil
    }
  }

  /// A lock that is held while a default is computed, so that others who need that very default wait.
  private final class Turn: Sendable {
    let lock = Mutex(())
  }

  let kind: Kind

  /// The defaults computed so far that were made from nothing but defaults.
  let table = DefaultTable()

  /// The computations under way; held for moments only, never while a default is computed.
  private let progress = Mutex(Progress())

  init(_ kind: Kind) {
    self.kind = kind
  }

  /// Runs a computation, unless another thread completes the same one first.
  ///
  /// Threads wait only for the default that they need themselves, so the computation may read any other, wherever those
  /// are computed. Waiting can't come to an end only if a default needs itself, which is found out before waiting.
  ///
  /// - Parameters:
  ///   - computation: What is to be computed, and within what.
  ///   - remembered: Looks the result up; asked again once it is this thread's turn.
  ///   - body: Computes the result.
  func compute(
    _ computation: DefaultComputation,
    unless remembered: () -> DefaultTable.Entry?,
    otherwise body: () -> DefaultTable.Entry
  ) -> DefaultTable.Entry {
    let turn = join(computation)
    defer { leave(computation) }
    return turn.lock.withLock { _ in
      if let entry = remembered() { return entry }
      progress.withLock { $0.owners[computation.key] = computation }
      defer { progress.withLock { $0.owners[computation.key] = nil } }
      return body()
    }
  }

  /// Notes what the surrounding computation now needs, and finds out whether it could ever get it.
  private func join(_ computation: DefaultComputation) -> Turn {
    let (turn, cycle) = progress.withLock { progress -> (Turn, [DefaultKey]?) in
      let turn = progress.turns[computation.key] ?? Turn()
      progress.turns[computation.key] = turn
      if let parent = computation.parent { progress.needs[ObjectIdentifier(parent)] = computation.key }
      return (turn, progress.cycle(closedBy: computation))
    }
    if let cycle {
      let path = cycle.map { "\($0.type)" }.joined(separator: " -> ")
      // Not a precondition, whose message is lost in release builds.
      fatalError("The default of a dependency needs itself, so it can't be computed: \(path)")
    }
    return turn
  }

  /// Notes that the surrounding computation goes on.
  private func leave(_ computation: DefaultComputation) {
    guard let parent = computation.parent else { return }
    progress.withLock { $0.needs[ObjectIdentifier(parent)] = nil }
  }
}

import Synchronization

/// A scope of defaults: each default is computed once in a scope, and all reads in the scope share it.
final class DefaultScope: Sendable {
  /// The origin of a scope.
  enum Kind: Sendable {
    /// The scope of an app, which lasts as long as the process.
    case process

    /// A scope that was started implicitly, because the code must not share the process's scope.
    case implicit

    /// A scope that code started explicitly.
    case explicit
  }

  /// The computations in progress.
  private struct Progress: Sendable {
    /// The locks, by key. The thread that computes a default holds the lock of its key.
    var turns: [DefaultKey: Turn] = [:]

    var owners: [DefaultKey: DefaultComputation] = [:]

    /// The key that each computation is waiting for.
    var needs: [ObjectIdentifier: DefaultKey] = [:]

    /// Returns the keys of the cycle that a computation would close, with the first key repeated at the end; nil if it
    /// closes none.
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

  /// A lock that is held while a default is computed, so that other readers of the same default wait.
  private final class Turn: Sendable {
    let lock = Mutex(())
  }

  let kind: Kind

  /// The computed defaults that read no overrides.
  let table = DefaultTable()

  /// The computations in progress. The lock is held briefly, and never while a default is computed.
  private let progress = Mutex(Progress())

  init(_ kind: Kind) {
    self.kind = kind
  }

  /// Runs a computation, unless another thread completes it first.
  ///
  /// A thread waits only for the default that it needs, so a computation may read any other default. A deadlock is
  /// possible only if a default needs itself, which is detected before the wait.
  ///
  /// - Parameters:
  ///   - computation: The computation of the default.
  ///   - remembered: Looks up the result. It is called again once this thread holds the lock.
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

  /// Records the need of the parent computation, and stops the process if it closes a cycle.
  private func join(_ computation: DefaultComputation) -> Turn {
    let (turn, cycle) = progress.withLock { progress -> (Turn, [DefaultKey]?) in
      let turn = progress.turns[computation.key] ?? Turn()
      progress.turns[computation.key] = turn
      if let parent = computation.parent { progress.needs[ObjectIdentifier(parent)] = computation.key }
      return (turn, progress.cycle(closedBy: computation))
    }
    if let cycle {
      let path = cycle.map { "\($0.type)" }.joined(separator: " -> ")
      // Not a precondition, as that prints nothing in a release build.
      fatalError("The default of a dependency needs itself, so it can't be computed: \(path)")
    }
    return turn
  }

  /// Records that the parent computation continues.
  private func leave(_ computation: DefaultComputation) {
    guard let parent = computation.parent else { return }
    progress.withLock { $0.needs[ObjectIdentifier(parent)] = nil }
  }
}

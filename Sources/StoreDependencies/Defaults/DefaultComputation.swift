import Synchronization

/// A default, by its key and what it is for.
struct DefaultKey: Hashable, Sendable {
  let id: ObjectIdentifier
  let context: DependencyContext

  /// The key's type, to name it.
  let type: any TestDependencyKey.Type

  /// Tells whether two are the same; the type says no more than its identity.
  static func == (left: DefaultKey, right: DefaultKey) -> Bool {
    left.id == right.id && left.context == right.context
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(context)
  }
}

/// A default that was read for making another one.
struct DefaultRead: Sendable {
  let key: ObjectIdentifier

  /// The override that was read; `nil` if none was in force.
  let override: ErasedValue?
}

/// The computation of one default: what it is within, and what it has read so far.
final class DefaultComputation: Sendable {
  /// What is found out on the way.
  private struct Findings: Sendable {
    /// What is wrong with the value, for which each read of it is reported.
    var flaw: DependencyIssue.Kind?

    /// The dependencies that were read, directly or for a default that was read.
    var reads: [DefaultRead] = []

    /// How many of the `@Dependency` declarations are still there, each of which may read any dependency later.
    var declarations: Int = 0

    var isFinished: Bool = false
  }

  let key: DefaultKey

  /// The computation on this thread that needs this one.
  let parent: DefaultComputation?

  /// The overrides that are in force around the computation.
  let overrides: [ObjectIdentifier: ErasedValue]

  /// Which task computes, as far as it can be told.
  private let task: Int?

  private let findings = Mutex(Findings())

  /// Prepares a computation.
  ///
  /// - Parameters:
  ///   - key: What is computed.
  ///   - surroundings: The computation that the running task inherited, which may be that of another thread.
  ///   - overrides: The overrides in force around the computation.
  init(
    of key: DefaultKey,
    within surroundings: DefaultComputation?,
    overrides: [ObjectIdentifier: ErasedValue]
  ) {
    self.key = key
    self.overrides = overrides
    task = Self.currentTask
    // A task that a computation has started inherits its values but is not part of it: it may wait for the result.
    let isPart = surroundings.map { $0.task == Self.currentTask && !$0.findings.withLock(\.isFinished) } ?? false
    parent = isPart ? surroundings : nil
  }

  /// The identity of the running task, if there is one.
  private static var currentTask: Int? {
    withUnsafeCurrentTask { $0?.hashValue }
  }

  func noteRead(of id: ObjectIdentifier, override: ErasedValue) {
    // Overrides that the computation has set itself don't come from outside, so they don't limit where the value holds.
    guard overrides[id] === override else { return }
    note([DefaultRead(key: id, override: override)])
  }

  /// Remembers that a default was read, and with it all that it was made from.
  func noteRead(of id: ObjectIdentifier, default entry: DefaultTable.Entry) {
    let reads = [DefaultRead(key: id, override: nil)] + entry.reads
    note(reads.filter { overrides[$0.key] === $0.override })
    if entry.overrideCount != nil { noteDeclarations(1) }
  }

  /// Remembers that a `@Dependency` was declared, or that one is gone.
  func noteDeclarations(_ count: Int) {
    findings.withLock { $0.declarations += count }
  }

  private func note(_ reads: [DefaultRead]) {
    findings.withLock { findings in
      guard !findings.isFinished else { return }
      for read in reads where !findings.reads.contains(where: { $0.key == read.key }) {
        findings.reads.append(read)
      }
    }
  }

  /// Remembers what is wrong with the value; the first flaw counts.
  ///
  /// - Returns: Whether the value was still being made.
  @discardableResult
  func noteFlaw(_ flaw: DependencyIssue.Kind) -> Bool {
    findings.withLock { findings in
      guard !findings.isFinished else { return false }
      findings.flaw = findings.flaw ?? flaw
      return true
    }
  }

  /// Ends the computation and tells what was found out.
  ///
  /// - Parameter keepsOverrides: Whether a value that has declared a `@Dependency` belongs to all overrides around it.
  func finish(
    keepsOverrides: Bool
  ) -> (flaw: DependencyIssue.Kind?, reads: [DefaultRead], overrideCount: Int?) {
    let findings = findings.withLock { findings in
      findings.isFinished = true
      return findings
    }
    guard keepsOverrides, findings.declarations > 0 else { return (findings.flaw, findings.reads, nil) }
    let others = findings.reads.filter { $0.override == nil }
    return (findings.flaw, others + overrides.map { DefaultRead(key: $0, override: $1) }, overrides.count)
  }
}

import Synchronization

/// The identity of a default: its key and its context.
struct DefaultKey: Hashable, Sendable {
  let id: ObjectIdentifier
  let context: DependencyContext

  /// The key's type, for its name.
  let type: any TestDependencyKey.Type

  /// Whether two keys are equal. The type needs no comparison, as `id` is its identity.
  static func == (left: DefaultKey, right: DefaultKey) -> Bool {
    left.id == right.id && left.context == right.context
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(context)
  }
}

/// A default that was read to compute another one.
struct DefaultRead: Sendable {
  let key: ObjectIdentifier

  /// The override that was read; nil if the default was read.
  let override: ErasedValue?
}

/// The computation of one default, with its parent and its reads.
final class DefaultComputation: Sendable {
  /// The results of the computation so far.
  private struct Findings: Sendable {
    /// The issue that each read of the value reports; nil if it has none.
    var flaw: RuntimeIssue.Kind?

    /// The dependencies that were read, directly or through another default.
    var reads: [DefaultRead] = []

    /// The number of live `@Dependency` declarations. Each may read any dependency later.
    var declarations: Int = 0

    var isFinished: Bool = false
  }

  let key: DefaultKey

  /// The computation that needs this one; nil if that computation belongs to another task.
  let parent: DefaultComputation?

  /// The overrides in force around the computation.
  let overrides: [ObjectIdentifier: ErasedValue]

  /// The identity of the computing task; nil outside of tasks.
  private let task: Int?

  private let findings = Mutex(Findings())

  /// Creates a computation.
  ///
  /// - Parameters:
  ///   - key: The default to compute.
  ///   - surroundings: The computation that the running task inherited, which may run on another thread.
  ///   - overrides: The overrides in force around the computation.
  init(
    of key: DefaultKey,
    within surroundings: DefaultComputation?,
    overrides: [ObjectIdentifier: ErasedValue]
  ) {
    self.key = key
    self.overrides = overrides
    task = currentTaskIdentity()
    // A task that a computation started inherits the computation, but isn't part of it: the task may wait for the
    // result.
    let isPart = surroundings.map { $0.task == currentTaskIdentity() && !$0.findings.withLock(\.isFinished) } ?? false
    parent = isPart ? surroundings : nil
  }

  func noteRead(of id: ObjectIdentifier, override: ErasedValue) {
    // An override that the computation set itself doesn't limit where the value is valid.
    guard overrides[id] === override else { return }
    note([DefaultRead(key: id, override: override)])
  }

  /// Records that a default was read, with all reads of that default.
  func noteRead(of id: ObjectIdentifier, default entry: DefaultTable.Entry) {
    let reads = [DefaultRead(key: id, override: nil)] + entry.reads
    note(reads.filter { overrides[$0.key] === $0.override })
    if entry.overrideCount != nil { noteDeclarations(1) }
  }

  /// Adjusts the number of live `@Dependency` declarations.
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

  /// Records a flaw of the value; later flaws are ignored.
  ///
  /// - Returns: Whether the computation was still running.
  @discardableResult
  func noteFlaw(_ flaw: RuntimeIssue.Kind) -> Bool {
    findings.withLock { findings in
      guard !findings.isFinished else { return false }
      findings.flaw = findings.flaw ?? flaw
      return true
    }
  }

  /// Ends the computation, and returns its results.
  ///
  /// - Parameter keepsOverrides: Whether a value that declared a `@Dependency` depends on all overrides around it.
  func finish(
    keepsOverrides: Bool
  ) -> (flaw: RuntimeIssue.Kind?, reads: [DefaultRead], overrideCount: Int?) {
    let findings = findings.withLock { findings in
      findings.isFinished = true
      return findings
    }
    guard keepsOverrides, findings.declarations > 0 else { return (findings.flaw, findings.reads, nil) }
    let others = findings.reads.filter { $0.override == nil }
    return (findings.flaw, others + overrides.map { DefaultRead(key: $0, override: $1) }, overrides.count)
  }
}

/// Returns the identity of the current task among all live tasks; nil outside of tasks.
package func currentTaskIdentity() -> Int? {
  withUnsafeCurrentTask { $0?.hashValue }
}

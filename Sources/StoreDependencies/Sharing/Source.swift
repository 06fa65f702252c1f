import Synchronization

/// A value that several features share.
///
/// It is a dependency, so each test owns a source of its own:
///
/// ```swift
/// private enum SettingsKey: DependencyKey {
///   static let liveValue = Source(Settings(), in: .file(at: url))
///   static var testValue: Source<Settings> { Source(Settings()) }
/// }
/// ```
///
/// A feature follows it by the effect `.following(settings, Feedback.settingsChanged)`, and changes it by the effect
/// `.update(settings) { $0.theme = .dark }`. Any thread may read and update it. All subscriptions receive the same
/// changes in the same order.
public final class Source<Value: Equatable & Sendable>: Sendable {
  private struct State {
    var value: Value

    /// The number of changes.
    var version = 0

    /// Whether a task waits to save the newest value.
    var isSaveDue = false

    /// The subscriptions, by ticket.
    var subscriptions: [Int: SourceQueue<Value>] = [:]

    var lastTicket = 0
  }

  private let state: Mutex<State>

  /// Saves the changes; nil if the value is in memory only.
  private let saver: SourceSaver<Value>?

  /// Creates a source that keeps its value in memory.
  ///
  /// - Parameter value: The first value.
  public convenience init(_ value: Value) { self.init(value, saver: nil) }

  init(_ value: Value, saver: SourceSaver<Value>?) {
    state = Mutex(State(value: value))
    self.saver = saver
  }

  deinit {
    let last = state.withLock(\.self)
    for subscription in last.subscriptions.values { subscription.end() }
    guard last.isSaveDue, let saver else { return }
    Task.detached(priority: .utility) { await saver.save(last.value, version: last.version) }
  }

  /// The current value.
  public var value: Value { state.withLock(\.value) }

  /// The current value and then every change, in order, without consecutive duplicates.
  ///
  /// Each access is a separate subscription, which begins at the access. A slow reader still receives every change. The
  /// sequence ends when the source is released.
  public var values: some AsyncSequence<Value, Never> & Sendable { subscribe() }

  package func subscribe() -> SourceValues<Value> {
    let queue = SourceQueue<Value>()
    let ticket = state.withLock { state in
      state.lastTicket += 1
      state.subscriptions[state.lastTicket] = queue
      _ = queue.add(state.value)
      return state.lastTicket
    }
    return SourceValues(queue) { [weak self] in
      _ = self?.state.withLock { $0.subscriptions.removeValue(forKey: ticket) }
    }
  }

  /// Changes the value. An equal value is no change.
  ///
  /// - Parameter change: Changes the value. It runs again if another thread has updated the source in the meantime, so it
  ///   does nothing else.
  public func update(_ change: (inout Value) throws -> Void) rethrows {
    // The closure and `==` are the user's, so they run outside of the lock.
    while true {
      let (old, version) = state.withLock { ($0.value, $0.version) }
      var new = old
      try change(&new)
      guard new != old else { return }
      if replace(version, by: new) { return }
    }
  }

  /// Replaces the value if no other change has come first.
  private func replace(_ version: Int, by value: Value) -> Bool {
    var readers: [SourceQueue<Value>.Reader] = []
    let result: (isDone: Bool, beginsSave: Bool) = state.withLock { state in
      guard state.version == version else { return (false, false) }
      state.value = value
      state.version += 1
      // Adding within the lock keeps the order.
      readers = state.subscriptions.sorted { $0.key < $1.key }.compactMap { $0.value.add(value) }
      defer { state.isSaveDue = saver != nil }
      return (true, saver != nil && !state.isSaveDue)
    }
    for reader in readers { reader.resume(returning: value) }
    if result.beginsSave { saveLater() }
    return result.isDone
  }

  /// Saves the newest value now, as before the app is suspended. Returns when it is saved, or a problem is reported.
  public func save() async {
    let (value, version) = state.withLock { ($0.value, $0.version) }
    await saver?.save(value, version: version)
  }

  /// Saves the newest value after the delay, or when the source is released.
  private func saveLater() {
    guard let saver else { return }
    Task.detached(priority: .utility) { [weak self] in
      await saver.sleep()
      guard let self else { return }
      state.withLock { $0.isSaveDue = false }
      await save()
    }
  }
}

import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization

/// A collector that counts the transitions of a feature's stores, and how many of them tests assert.
final class CoverageCollector: Sendable {
  let feature: FeatureMatch

  let reader: TransitionReader

  /// The counters of the stores.
  private let stores = Mutex<[StoreCoverage]>([])

  init(_ feature: FeatureMatch, _ reader: TransitionReader) {
    self.feature = feature
    self.reader = reader
  }

  /// The counts so far.
  var record: CoverageRecord {
    var record = feature.makeRecord()
    for store in stores.withLock(\.self) { record.merge(store.record) }
    return record
  }

  /// The dependencies around the first store of the feature; nil without one.
  var dependencies: DependencyValues? {
    stores.withLock(\.self).lazy.compactMap(\.outerDependencies).first
  }

  fileprivate func add(_ store: StoreCoverage) { stores.withLock { $0.append(store) } }
}

extension CoverageCollector: ObserverOfStores {
  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? {
    let store = StoreCoverage(feature, reader)
    add(store)
    return store
  }
}

/// A counter of the transitions of one store.
private final class StoreCoverage: StoreObserver {
  private struct State {
    var record: CoverageRecord

    /// The current mode of the store.
    var mode = ""

    /// The unasserted transitions, by the objects of their events.
    var open: [ObjectIdentifier: CoverageRecord.Transition] = [:]

    /// The names of running effects, by number.
    var running: [Int: String] = [:]

    /// The effects that have sent a feedback about a failure.
    var failed: Set<Int> = []

    /// Whether the store belongs to the feature.
    var isCounted = false
  }

  private let feature: FeatureMatch

  private let reader: TransitionReader

  private let state: Mutex<State>

  /// The dependencies around the store.
  private let dependencies = DependencyValues.aroundStore

  init(_ feature: FeatureMatch, _ reader: TransitionReader) {
    self.feature = feature
    self.reader = reader
    state = Mutex(State(record: feature.makeRecord()))
  }

  /// The dependencies around the store, if it belongs to the feature.
  var outerDependencies: DependencyValues? { state.withLock(\.isCounted) ? dependencies : nil }

  /// The counts so far.
  var record: CoverageRecord {
    let state = state.withLock(\.self)
    var record = state.record
    for transition in state.open.values { record.transitions[transition, default: .init()].add(isAsserted: false) }
    for name in state.running.values {
      record.effects[name, default: [:]][.stillRunning, default: .init()].add(isAsserted: false)
    }
    return record
  }

  func begin<Feature: Reducer>(_ session: TestSession<Feature>) where Feature.State: Equatable {
    guard feature.matches(Feature.self) else { return }
    let mode = reader.mode(of: session.engine.state)
    state.withLock { state in
      state.isCounted = true
      state.mode = mode
      state.record.noteFirst(mode)
    }
  }

  func note<Feature: Reducer>(_ event: Event<Feature>, in session: TestSession<Feature>)
  where Feature.State: Equatable {
    guard state.withLock(\.isCounted) else { return }
    let isAsserted = session.exhaustivity.isExhaustive
    if let message = event.message { return noteMessage(message) }
    switch event.content {
    case .started(let effect) where effect.token.description.kind == .run:
      let (number, name) = (effect.token.id, effect.token.description.sentenceTitle)
      state.withLock { $0.running[number] = name }
    case .finished(let effect): end(effect, .succeeded, isAsserted)
    case .failed(let effect, _): end(effect, .failed, isAsserted)
    // A cancellation without a message is made by the test, or at its end.
    case .cancelled(let effect): end(effect, effect.canceller == nil ? .stillRunning : .cancelled, isAsserted)
    default: break
    }
  }

  /// Counts a message.
  private func noteMessage<Feature: Reducer>(_ reduced: ReducedMessage<Feature>) {
    let message = reduced.message
    let identity = ObjectIdentifier(reduced)
    let name = MessageName.text(of: message)
    let mode = reader.mode(of: reduced.after)
    let names = MessageNames([message])
    var failed: Int?
    if case .feedback(let feedback) = message, reportsFailure(feedback, named: name) { failed = reduced.sender?.id }
    state.withLock { state in
      let transition = CoverageRecord.Transition(mode: state.mode, message: name, next: mode)
      // A released event may have had the same address. It can no longer be asserted.
      if let gone = state.open.updateValue(transition, forKey: identity) {
        state.record.transitions[gone, default: .init()].add(isAsserted: false)
      }
      state.mode = mode
      state.record.messages.formUnion(names)
      if let failed { state.failed.insert(failed) }
    }
  }

  /// Whether a feedback carries an error, or its name suggests a failure.
  private func reportsFailure(_ feedback: Any, named name: String) -> Bool {
    let name = name.lowercased()
    return ["fail", "error", "reject", "unavailable"].contains { name.contains($0) } || carriesError(feedback)
  }

  /// Whether a value is an error, or an enum or a tuple with an error in it.
  private func carriesError(_ value: Any) -> Bool {
    if value is any Error { return true }
    let mirror = Mirror(reflecting: value)
    guard let style = mirror.displayStyle, [.enum, .optional, .tuple].contains(style) else { return false }
    return mirror.children.contains { carriesError($0.value) }
  }

  /// Counts the end of an effect.
  private func end(_ effect: EffectRecord, _ outcome: CoverageRecord.Outcome, _ isAsserted: Bool) {
    let number = effect.token.id
    state.withLock { state in
      guard let name = state.running.removeValue(forKey: number) else { return }
      let hasFailed = outcome == .succeeded && state.failed.contains(number)
      state.record.effects[name, default: [:]][hasFailed ? .failed : outcome, default: .init()].add(
        isAsserted: isAsserted
      )
    }
  }

  func noteAssertion(of message: AnyObject, at site: CallSite, _ exhaustivity: Exhaustivity) {
    guard exhaustivity.isExhaustive else { return }
    let identity = ObjectIdentifier(message)
    state.withLock { state in
      guard let transition = state.open.removeValue(forKey: identity) else { return }
      state.record.transitions[transition, default: .init()].add(isAsserted: true)
    }
  }
}

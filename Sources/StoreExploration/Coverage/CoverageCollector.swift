import StoreCore
import StoreDependencies
import StoreTesting
import Synchronization

/// Counts what the stores of a feature do, and how much of it tests assert.
final class CoverageCollector: Sendable {
  /// The feature.
  let feature: FeatureMatch

  /// Tells the modes.
  let reader: TransitionReader

  /// The counters of the stores.
  private let stores = Mutex<[StoreCoverage]>([])

  /// Makes a collector that has counted nothing.
  init(_ feature: FeatureMatch, _ reader: TransitionReader) {
    self.feature = feature
    self.reader = reader
  }

  /// What was counted.
  var record: CoverageRecord {
    var record = CoverageRecord(feature: feature.name)
    for store in stores.withLock(\.self) { record.merge(store.record) }
    return record
  }

  /// Adds the counter of a store.
  fileprivate func add(_ store: StoreCoverage) { stores.withLock { $0.append(store) } }
}

extension CoverageCollector: Observer {
  func observer(ofStoreAt site: CallSite) -> (any StoreObserver)? {
    let store = StoreCoverage(feature, reader)
    add(store)
    return store
  }
}

/// Counts what one store does.
private final class StoreCoverage: StoreObserver {
  /// What changes over the life of the store.
  private struct State {
    /// What was counted.
    var record: CoverageRecord

    /// The mode of the store.
    var mode = ""

    /// The transitions that no test has asserted yet, by the events that stand for them.
    var open: [ObjectIdentifier: CoverageRecord.Transition] = [:]

    /// The effects that run, by their numbers.
    var running: [Int: String] = [:]

    /// The effects that have sent a feedback which tells of a failure.
    var failed: Set<Int> = []

    /// Whether the store was one of the feature.
    var isCounted = false
  }

  /// The feature.
  private let feature: FeatureMatch

  /// Tells the modes.
  private let reader: TransitionReader

  /// What changes over the life of the store.
  private let state: Mutex<State>

  /// Makes the counter of a store.
  init(_ feature: FeatureMatch, _ reader: TransitionReader) {
    self.feature = feature
    self.reader = reader
    state = Mutex(State(record: CoverageRecord(feature: feature.name)))
  }

  /// What was counted so far.
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
    switch event.content {
    case .reduced(let message): noteMessage(message)
    case .started(let effect) where effect.token.description.kind == .run:
      let (number, name) = (effect.token.id, effect.token.description.sentenceTitle)
      state.withLock { $0.running[number] = name }
    case .finished(let effect): end(effect, .succeeded, isAsserted)
    case .failed(let effect, _): end(effect, .failed, isAsserted)
    // What no message cancels is cancelled by the test, or by its end.
    case .cancelled(let effect): end(effect, effect.canceller == nil ? .stillRunning : .cancelled, isAsserted)
    default: break
    }
  }

  /// Counts a message.
  private func noteMessage<Feature: Reducer>(_ reduced: ReducedMessage<Feature>) {
    let message = reduced.message
    let identity = ObjectIdentifier(reduced)
    let sender = reduced.sender?.id
    let name = MessageName.text(of: message)
    let mode = reader.mode(of: reduced.after)
    let names = MessageNames([message])
    state.withLock { state in
      let transition = CoverageRecord.Transition(mode: state.mode, message: name, next: mode)
      // An event that is gone has left its place in memory to this one, and can't be asserted any more.
      if let gone = state.open.updateValue(transition, forKey: identity) {
        state.record.transitions[gone, default: .init()].add(isAsserted: false)
      }
      state.mode = mode
      state.record.messages.formUnion(names)
      if let sender, tellsOfFailure(name) { state.failed.insert(sender) }
    }
  }

  /// Whether the name of a feedback says that something has failed.
  private func tellsOfFailure(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["fail", "error", "reject", "unavailable"].contains { name.contains($0) }
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

  func noteAssertion(of message: AnyObject, at site: CallSite, isExhaustive: Bool) {
    guard isExhaustive else { return }
    let identity = ObjectIdentifier(message)
    state.withLock { state in
      guard let transition = state.open.removeValue(forKey: identity) else { return }
      state.record.transitions[transition, default: .init()].add(isAsserted: true)
    }
  }
}

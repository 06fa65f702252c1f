public import Observation

/// A container whose methods change its state directly, for features that need no reducer.
///
/// Use it as it is, or subclass it and give it methods as inputs; they may be asynchronous.
///
/// ```swift
/// final class Numbers: StateStore<[Int], Never> {
///   func load() async { state = await client.numbers() }
/// }
/// ```
///
/// Swift has no access level for subclasses alone, so the state can be set from outside. ``Store`` forbids that.
@MainActor
@dynamicMemberLookup
open class StateStore<State: Equatable, Output: Sendable>: StateContainer, Observable {
  /// Who is told of changes of the state.
  private let publisher = StatePublisher<State>()

  /// Who is told of outputs.
  private let outputs: OutputBroadcast<Output>

  /// The state itself.
  private var current: State

  /// Hears of every change of the state, in order, on the main actor: the place for a log.
  public var onChange: ((_ old: State, _ new: State) -> Void)? {
    get { changeObserver }
    set {
      var previous = newValue
      swap(&changeObserver, &previous)
    }
  }

  /// The observer of changes itself.
  private var changeObserver: ((_ old: State, _ new: State) -> Void)?

  /// Hears of every change of the state and of every output, in one order, as they happen: the place for a test.
  package var observer: ((ContainerEvent<State, Output>) -> Void)?

  /// Makes a container with its first state, whose outputs are for those who have subscribed.
  ///
  /// - Parameter state: The first state.
  public init(state: State) {
    current = state
    outputs = OutputBroadcast()
  }

  /// Makes a container with its first state and a policy for its outputs.
  ///
  /// - Parameters:
  ///   - state: The first state.
  ///   - outputPolicy: Who may hear outputs, and what becomes of those that nobody is there to hear.
  public init(state: State, outputPolicy: OutputPolicy) {
    current = state
    outputs = OutputBroadcast(policy: outputPolicy)
  }

  /// The current state. Reading it observes all of it; setting it to an equal value tells nobody.
  public var state: State {
    get {
      publisher.observation.access(\.self)
      return current
    }
    set {
      let old = current
      guard newValue != old else { return }
      let changed = publisher.observation.changedFields(from: old, to: newValue)
      publisher.observation.willChange(changed)
      // An observer may have set the state when it was told.
      var previous = newValue
      swap(&current, &previous)
      let isChange = newValue != previous
      if isChange { observer?(.changed(from: previous, to: newValue)) }
      publisher.observation.didChange(changed)
      guard isChange else { return }
      publisher.yield(newValue)
      onChange?(previous, newValue)
    }
  }

  /// What was emitted while nobody subscribed, and is kept for the first who does.
  package var keptOutputs: [Output] { outputs.kept }

  /// Emits an output to those who have subscribed; where nobody has, its policy says what becomes of it.
  ///
  /// - Parameter output: The value to emit.
  public func emit(_ output: Output) {
    observer?(.emitted(output))
    outputs.emit(output)
  }

  /// The current state and then every change of it, without consecutive duplicates.
  public var stateStream: some AsyncSequence<State, Never> {
    publisher.subscribe(from: current)
  }

  /// Every output emitted after the access, in order, and before them those that were kept for it.
  public var outputStream: some AsyncSequence<Output, Never> & Sendable {
    outputs.subscribe()
  }

  /// Reads, and observes, one property of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    publisher.observation.access(keyPath)
    return current[keyPath: keyPath]
  }
}

/// What a container without a reducer does.
package enum ContainerEvent<State, Output> {
  /// The state was changed to another.
  case changed(from: State, to: State)

  /// An output was emitted.
  case emitted(Output)
}

extension ContainerEvent: Sendable where State: Sendable, Output: Sendable {}

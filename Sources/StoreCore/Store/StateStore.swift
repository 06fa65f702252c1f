public import Observation

/// A container whose methods change its state directly, for features that need no reducer.
///
/// Use it directly, or subclass it and add methods as inputs. The methods may be asynchronous.
///
/// ```swift
/// final class Numbers: StateStore<[Int], Never> {
///   func load() async { state = await client.numbers() }
/// }
/// ```
///
/// Swift has no access level for subclasses alone, so any code can set the state. ``Store`` prevents that.
@MainActor
@dynamicMemberLookup
open class StateStore<State: Equatable, Output: Sendable>: StateContainer, Observable {
  private let publisher = StatePublisher<State>()

  private let outputs: OutputBroadcast<Output>

  private var current: State

  /// A closure that receives every change of the state, in order, on the main actor. Use it for a log.
  public var onChange: ((_ old: State, _ new: State) -> Void)? {
    get { changeObserver }
    set {
      var previous = newValue
      swap(&changeObserver, &previous)
    }
  }

  private var changeObserver: ((_ old: State, _ new: State) -> Void)?

  /// The closures that receive every change and every output.
  private var observers: [(ContainerEvent<State, Output>) -> Void] = []

  /// Creates a container with its initial state. Only current subscribers receive its outputs.
  ///
  /// - Parameter state: The initial state.
  public init(state: State) {
    current = state
    outputs = OutputBroadcast()
  }

  /// Creates a container with its initial state and a policy for its outputs.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - outputPolicy: The permitted number of subscribers, and whether outputs without a subscriber are kept.
  public init(state: State, outputPolicy: OutputPolicy) {
    current = state
    outputs = OutputBroadcast(policy: outputPolicy)
  }

  /// The current state. Reading it observes the whole state. Setting an equal value doesn't notify observers.
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
      // An observer may have set the state in `willChange`.
      var previous = newValue
      swap(&current, &previous)
      let isChange = newValue != previous
      if isChange { notify(.changed(from: previous, to: newValue)) }
      publisher.observation.didChange(changed)
      guard isChange else { return }
      publisher.yield(newValue)
      onChange?(previous, newValue)
    }
  }

  /// Emits an output to all subscribers. Without subscribers, the policy determines whether the output is kept.
  ///
  /// - Parameter output: The value to emit.
  public func emit(_ output: Output) {
    notify(.emitted(output))
    outputs.emit(output)
  }

  /// Passes every change of the state and every output to a closure, on the main actor, in the order in which they
  /// happen.
  ///
  /// Use it for a log, or for a tool that follows the container. Outputs that are kept for a subscriber are passed at
  /// once. The container retains the closure.
  ///
  /// - Parameter observer: Receives the events, before the observers and subscribers of the container do.
  public func observe(_ observer: @escaping (ContainerEvent<State, Output>) -> Void) {
    observers.append(observer)
    for output in outputs.kept { observer(.emitted(output)) }
  }

  private func notify(_ event: ContainerEvent<State, Output>) {
    for observer in observers { observer(event) }
  }

  /// The current state and then every changed state, without consecutive duplicates.
  public var stateStream: some AsyncSequence<State, Never> {
    publisher.subscribe(from: current)
  }

  /// Every output emitted after the access, in order, preceded by the outputs that were kept.
  public var outputStream: some AsyncSequence<Output, Never> & Sendable {
    outputs.subscribe()
  }

  /// Reads and observes one property of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    publisher.observation.access(keyPath)
    return current[keyPath: keyPath]
  }
}

/// An event of a container without a reducer.
public enum ContainerEvent<State, Output> {
  /// The state was changed to another value.
  case changed(from: State, to: State)

  /// An output was emitted.
  case emitted(Output)
}

extension ContainerEvent: Sendable where State: Sendable, Output: Sendable {}

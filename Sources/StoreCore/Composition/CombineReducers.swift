/// A combination of several reducers of one feature. Each handles every message, in source order.
///
/// ```swift
/// CombineReducers {
///   Navigation()
///   if isLogging { Logging() }
///   search.handling { message in
///     switch message {
///     case .input(.search(let input)): .input(input)
///     case .feedback(.search(.feedback(let feedback))): .feedback(feedback)
///     default: nil
///     }
///   }
/// }
/// ```
///
/// Each reducer sees the state as the reducers before it left it, and their effects start in the same order. A function
/// of a message and a state can replace a reducer. If each message is for one part only, prefer a `switch`: the
/// compiler checks it, and it calls only that part.
public struct CombineReducers<State, Input: Sendable, Feedback: Sendable, Output: Sendable>: Reducer, Sendable {
  /// A function with the signature of `reduce`.
  public typealias Function = @Sendable (Message<Input, Feedback>, inout State) -> Effect<Feedback, Output>

  fileprivate typealias Start = @Sendable (State) -> Effect<Feedback, Output>

  /// The `reduce` functions, in order.
  fileprivate let functions: [Function]

  /// The `start` functions, in order.
  fileprivate let starts: [Start]

  /// Creates a reducer that combines others.
  ///
  /// - Parameter reducers: The reducers, in the order in which they handle a message.
  public init(@ReducerBuilder _ reducers: () -> Self) {
    self = reducers()
  }

  fileprivate init(_ function: @escaping Function, start: Start? = nil) {
    functions = [function]
    starts = start.map { [$0] } ?? []
  }

  fileprivate init(_ parts: [Self]) {
    functions = parts.flatMap(\.functions)
    starts = parts.flatMap(\.starts)
  }

  /// Passes a message to each reducer, and merges their effects.
  public func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    var first: Effect<Feedback, Output>?
    var nodes: [EffectNode] = []
    for function in functions {
      let effect = function(message, &state)
      if case .none = effect.node { continue }
      if let first, nodes.isEmpty { nodes.append(first.node) }
      if first == nil { first = effect } else { nodes.append(effect.node) }
    }
    return nodes.isEmpty ? first ?? .none : Effect(node: .merge(nodes))
  }
}

extension CombineReducers {
  /// Merges the start effects of the reducers.
  public func start(from state: State) -> Effect<Feedback, Output> {
    let effects = starts.map { $0(state) }.filter { if case .none = $0.node { false } else { true } }
    return effects.isEmpty ? .none : .merge(effects)
  }
}

/// A result builder that combines reducers.
@resultBuilder
public enum ReducerBuilder {
  /// Wraps a reducer.
  public static func buildExpression<State, Input, Feedback, Output>(
    _ reducer: some Reducer<State, Input, Feedback, Output> & Sendable
  ) -> CombineReducers<State, Input, Feedback, Output> {
    CombineReducers { message, state in
      reducer.reduce(message: message, into: &state)
    } start: { state in
      reducer.start(from: state)
    }
  }

  /// Wraps a function of a message and a state.
  public static func buildExpression<State, Input, Feedback, Output>(
    _ function: @escaping CombineReducers<State, Input, Feedback, Output>.Function
  ) -> CombineReducers<State, Input, Feedback, Output> {
    CombineReducers(function)
  }

  /// Combines the reducers of a block, in order.
  public static func buildBlock<State, Input, Feedback, Output>(
    _ parts: CombineReducers<State, Input, Feedback, Output>...
  ) -> CombineReducers<State, Input, Feedback, Output> {
    CombineReducers(parts)
  }

  /// Returns the reducer of an `if` without an `else`, or an empty one.
  public static func buildOptional<State, Input, Feedback, Output>(
    _ part: CombineReducers<State, Input, Feedback, Output>?
  ) -> CombineReducers<State, Input, Feedback, Output> {
    part ?? CombineReducers([])
  }

  /// Returns the reducer of the first branch of a condition.
  public static func buildEither<State, Input, Feedback, Output>(
    first part: CombineReducers<State, Input, Feedback, Output>
  ) -> CombineReducers<State, Input, Feedback, Output> {
    part
  }

  /// Returns the reducer of the second branch of a condition.
  public static func buildEither<State, Input, Feedback, Output>(
    second part: CombineReducers<State, Input, Feedback, Output>
  ) -> CombineReducers<State, Input, Feedback, Output> {
    part
  }

  /// Combines the reducers of a loop, in order.
  public static func buildArray<State, Input, Feedback, Output>(
    _ parts: [CombineReducers<State, Input, Feedback, Output>]
  ) -> CombineReducers<State, Input, Feedback, Output> {
    CombineReducers(parts)
  }
}

extension Scope {
  /// Returns the child as a reducer of its parent, for ``CombineReducers``.
  ///
  /// - Parameter route: Extracts the child's message from the parent's; nil if the message is not for the child.
  public func handling(
    _ route: @escaping @Sendable (Message<Parent.Input, Parent.Feedback>) -> ChildMessage<Child>?
  ) -> CombineReducers<Parent.State, Parent.Input, Parent.Feedback, Parent.Output> {
    CombineReducers { message, state in
      route(message).map { reduce($0, into: &state) } ?? .none
    } start: { state in
      start(from: state)
    }
  }
}

extension ScopeElements {
  /// Returns the children as a reducer of their parent, for ``CombineReducers``.
  ///
  /// - Parameter route: Extracts a child's id and message from the parent's message; nil if the message is not for a
  ///   child.
  public func handling(
    _ route: @escaping @Sendable (Message<Parent.Input, Parent.Feedback>) -> (id: ID, message: ChildMessage<Child>)?
  ) -> CombineReducers<Parent.State, Parent.Input, Parent.Feedback, Parent.Output> {
    CombineReducers { message, state in
      guard let (id, message) = route(message) else { return .none }
      return reduce(message, id: id, into: &state)
    } start: { state in
      start(from: state)
    }
  }
}

/// Several reducers of one feature as one: each handles every message, in the order in which they stand.
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
/// Each sees the state as those before it have left it, and their effects start in the same order. A function of a
/// message and a state may stand for a reducer. Where each message is for one part only, a `switch` says it better: it is
/// checked by the compiler, and takes a message to its part without asking the others.
public struct CombineReducers<State, Input: Sendable, Feedback: Sendable, Output: Sendable>: Reducer, Sendable {
  /// What a reducer does.
  public typealias Function = @Sendable (Message<Input, Feedback>, inout State) -> Effect<Feedback, Output>

  fileprivate typealias Start = @Sendable (State) -> Effect<Feedback, Output>

  /// What the reducers do, in order.
  fileprivate let functions: [Function]

  /// How they start, in order.
  fileprivate let starts: [Start]

  /// Combines reducers.
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

  /// Hands a message to each reducer, and merges what follows.
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
  /// Starts as each of the reducers does.
  public func start(from state: State) -> Effect<Feedback, Output> {
    let effects = starts.map { $0(state) }.filter { if case .none = $0.node { false } else { true } }
    return effects.isEmpty ? .none : .merge(effects)
  }
}

/// Puts reducers together that are written one below the other.
@resultBuilder
public enum ReducerBuilder {
  /// Takes a reducer.
  public static func buildExpression<State, Input, Feedback, Output>(
    _ reducer: some Reducer<State, Input, Feedback, Output> & Sendable
  ) -> CombineReducers<State, Input, Feedback, Output> {
    CombineReducers { message, state in
      reducer.reduce(message: message, into: &state)
    } start: { state in
      reducer.start(from: state)
    }
  }

  /// Takes a function of a message and a state.
  public static func buildExpression<State, Input, Feedback, Output>(
    _ function: @escaping CombineReducers<State, Input, Feedback, Output>.Function
  ) -> CombineReducers<State, Input, Feedback, Output> {
    CombineReducers(function)
  }

  /// Puts those one after another that stand one below the other.
  public static func buildBlock<State, Input, Feedback, Output>(
    _ parts: CombineReducers<State, Input, Feedback, Output>...
  ) -> CombineReducers<State, Input, Feedback, Output> {
    CombineReducers(parts)
  }

  /// Takes what stands under a condition, if it holds.
  public static func buildOptional<State, Input, Feedback, Output>(
    _ part: CombineReducers<State, Input, Feedback, Output>?
  ) -> CombineReducers<State, Input, Feedback, Output> {
    part ?? CombineReducers([])
  }

  /// Takes what stands under a condition that holds.
  public static func buildEither<State, Input, Feedback, Output>(
    first part: CombineReducers<State, Input, Feedback, Output>
  ) -> CombineReducers<State, Input, Feedback, Output> {
    part
  }

  /// Takes what stands under a condition that does not hold.
  public static func buildEither<State, Input, Feedback, Output>(
    second part: CombineReducers<State, Input, Feedback, Output>
  ) -> CombineReducers<State, Input, Feedback, Output> {
    part
  }

  /// Takes what a loop has made.
  public static func buildArray<State, Input, Feedback, Output>(
    _ parts: [CombineReducers<State, Input, Feedback, Output>]
  ) -> CombineReducers<State, Input, Feedback, Output> {
    CombineReducers(parts)
  }
}

extension Scope {
  /// The child as a reducer of its parent, for ``CombineReducers``.
  ///
  /// - Parameter route: The child's message in that of the parent; nil if the message is not for the child.
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

extension ScopeEach {
  /// The children as a reducer of their parent, for ``CombineReducers``.
  ///
  /// - Parameter route: The child's id and message in that of the parent; nil if the message is not for a child.
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

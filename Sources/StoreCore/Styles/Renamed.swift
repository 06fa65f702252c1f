public import StoreDependencies

// Names of The Composable Architecture. Their use makes the compiler print what to write instead.

/// The type of a reducer's `body`.
@available(
  *,
  unavailable,
  message: "Write 'func reduce(action: Action, into state: inout State) -> EffectOf<Self>' in place of 'body'."
)
public typealias ReducerOf<Feature: Reducer> = Reducer<Feature.State, Feature.Input, Feature.Feedback, Feature.Output>

/// The screens of a navigation.
@available(*, unavailable, renamed: "Stack")
public typealias StackState<Screen> = Stack<Screen>

/// The actions of the screens of a navigation.
@available(
  *,
  unavailable,
  message: "Write a case for each kind of screen, such as 'case detail(ScreenID, Detail.Action)'."
)
public typealias StackAction<Screen, Action> = Action

/// The actions of a child that may be absent.
@available(*, unavailable, message: "Write 'case edit(Edit.Action)', and 'case editDismissed' for the view's binding.")
public typealias PresentationAction<Action> = Action

/// A change of a field.
@available(*, unavailable, renamed: "Change")
public typealias BindingAction<State> = Change<State>

/// A wrapper around the state of a child that may be absent.
@available(*, unavailable, message: "Write an optional property without a wrapper.")
@propertyWrapper
public struct Presents<Value> {
  /// The state of the child.
  public var wrappedValue: Value

  /// Creates a wrapper.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// A stand-in for a state or an action in a key path.
@dynamicMemberLookup
public struct NamedPart {
  /// A part with any name.
  public subscript(dynamicMember name: String) -> NamedPart { self }
}

extension Reducer {
  /// Adds a child that may be absent.
  @available(
    *,
    unavailable,
    message:
      "Make 'let child = Scope<Self, Child>(at: .ifLet(\\.child), action: Action.child) { Child() }', and call its 'reduce' in the 'switch'."
  )
  public func ifLet<Child: Reducer>(
    _ state: KeyPath<NamedPart, NamedPart>,
    action: KeyPath<NamedPart, NamedPart>,
    then child: () -> Child
  ) -> Self { self }

  /// Adds a child in a case of an enum.
  @available(
    *,
    unavailable,
    message:
      "Make a 'Scope<Self, Child>(at: .ifCase(Case.child, of: \\.self) { ... }, action: Action.child) { Child() }', and call its 'reduce'."
  )
  public func ifCaseLet<Child: Reducer>(
    _ state: KeyPath<NamedPart, NamedPart>,
    action: KeyPath<NamedPart, NamedPart>,
    then child: () -> Child
  ) -> Self { self }

  /// Adds the elements of a collection, or the screens of a stack.
  @available(
    *,
    unavailable,
    message:
      "Make a 'ScopeEach<Self, Row>(at: .each(\\.rows), action: Action.row) { Row() }', and call its 'reduce' in the 'switch'."
  )
  public func forEach<Child: Reducer>(
    _ state: KeyPath<NamedPart, NamedPart>,
    action: KeyPath<NamedPart, NamedPart>,
    element child: () -> Child
  ) -> Self { self }
}

extension Scope where Parent == Child {
  /// Creates the scope of a child.
  @available(
    *,
    unavailable,
    message:
      "Write 'let child = Scope<Self, Child>(at: .always(\\.child), action: Action.child) { Child() }', and call its 'reduce' in the 'switch'."
  )
  public init(
    state: KeyPath<NamedPart, NamedPart>,
    action: KeyPath<NamedPart, NamedPart>,
    child: () -> Child
  ) { fatalError("It can't be called.") }
}

/// A stand-in for an animation of a view.
public enum NamedAnimation { case `default`, easeIn, easeOut, easeInOut, linear, spring, smooth, snappy, bouncy }

extension Send {
  /// Sends a feedback with an animation.
  @available(
    *,
    unavailable,
    message: "Animate in the view, at the field that changes: '.animation(.default, value: store.x)'."
  )
  public func callAsFunction(_ feedback: Feedback, animation: NamedAnimation?) async {}
}

extension Store {
  /// Sends an input with an animation.
  @available(
    *,
    unavailable,
    message: "Write 'withAnimation { store.send(...) }', or animate at the field that changes."
  )
  @discardableResult
  public func send(_ input: Input, animation: NamedAnimation?) -> StoreTask { send(input) }
}

extension DependencyValues {
  /// The function by which a child dismisses itself.
  @available(*, unavailable, message: "Return '.output(.closed)', at which the parent sets the child's state to nil.")
  public var dismiss: @Sendable () async -> Void { {} }
}

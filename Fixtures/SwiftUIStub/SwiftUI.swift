// The few symbols of SwiftUI that the sample views use, so that the views can be type-checked where there is no SwiftUI.
//
// Nothing here does anything. The declarations are as strict about isolation as those that they stand for.

/// A part of a user interface.
@MainActor @preconcurrency public protocol View {
  /// What the view is made of.
  associatedtype Body: View

  /// What the view is made of.
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  /// Nothing.
  public var body: Never { return fatalError("There is nothing to show.") }
}

/// A view that is made of nothing else.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  /// Nothing.
  public var body: Never { return fatalError("There is nothing to show.") }
}

/// Puts views together.
@resultBuilder public enum ViewBuilder {
  /// Takes a view.
  public static func buildExpression(_ content: some View) -> Group { Group() }

  /// Takes several views.
  public static func buildBlock(_ content: Group...) -> Group { Group() }

  /// Takes views that may be absent.
  public static func buildOptional(_ content: Group?) -> Group { Group() }

  /// Takes views under a condition that holds.
  public static func buildEither(first: Group) -> Group { Group() }

  /// Takes views under a condition that does not hold.
  public static func buildEither(second: Group) -> Group { Group() }
}

/// Any views.
public struct Group: PrimitiveView {}

/// A text.
public struct Text: PrimitiveView {
  /// Shows a text.
  nonisolated public init(_ content: some StringProtocol) {}
}

/// A column.
public struct VStack: PrimitiveView {
  /// Shows views one below the other.
  public init(@ViewBuilder content: () -> some View) {}
}

/// A list.
public struct List: PrimitiveView {
  /// Shows views as rows.
  public init(@ViewBuilder content: () -> some View) {}
}

/// A part of a list.
public struct Section: PrimitiveView {
  /// Shows views under a title.
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> some View) {}
}

/// A view for each element.
public struct ForEach: PrimitiveView {
  /// Shows elements that have ids.
  public init<Data: RandomAccessCollection>(_ data: Data, @ViewBuilder content: (Data.Element) -> some View)
  where Data.Element: Identifiable {}

  /// Shows elements by ids that they have.
  public init<Data: RandomAccessCollection, ID: Hashable>(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: (Data.Element) -> some View
  ) {}
}

/// A button.
public struct Button: PrimitiveView {
  /// Does something when it is tapped.
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
}

/// A field for a text.
public struct TextField: PrimitiveView {
  /// Edits a text.
  public init(_ title: some StringProtocol, text: Binding<String>) {}
}

/// A value that can be read and written.
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  /// Reads the value.
  private let get: @isolated(any) @Sendable () -> Value

  /// Creates a binding of two functions.
  @preconcurrency public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    self.get = get
  }

  /// The value.
  public var wrappedValue: Value {
    get { fatalError("There is no value.") }
    nonmutating set {}
  }

  /// A part of the value.
  public subscript<Part>(dynamicMember keyPath: WritableKeyPath<Value, Part>) -> Binding<Part> {
    fatalError("There is no value.")
  }
}

extension View {
  /// Does something when the view appears.
  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { Group() }

  /// Does something while the view is there.
  nonisolated public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { Group() }

  /// Does something when the user pulls the view down.
  nonisolated public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { Group() }

  /// Shows another view above this one while there is an item.
  nonisolated public func sheet<Item: Identifiable>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> some View
  ) -> some View { Group() }

  /// Shows another view above this one while a value is true.
  nonisolated public func sheet(
    isPresented: Binding<Bool>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> some View
  ) -> some View { Group() }
}

/// Where state lives that a view owns.
@propertyWrapper public struct State<Value> {
  /// The first value.
  private let first: Value

  /// Creates the state of a new view.
  public init(wrappedValue: Value) { first = wrappedValue }

  /// The value.
  public var wrappedValue: Value {
    get { first }
    nonmutating set {}
  }
}

/// Views to look at while one works on them.
@MainActor @preconcurrency public protocol PreviewProvider {
  /// The views.
  associatedtype Previews: View

  /// The views.
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

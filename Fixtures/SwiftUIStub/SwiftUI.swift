// The symbols of SwiftUI that the sample views use, so that the views can be type-checked without SwiftUI.
//
// The declarations have no behaviour. They are as strict about isolation as those of SwiftUI.

/// A part of a user interface.
@MainActor @preconcurrency public protocol View {
  /// The content of the view.
  associatedtype Body: View

  /// The content of the view.
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  /// Nothing.
  public var body: Never { return fatalError("There is nothing to show.") }
}

extension Optional: View where Wrapped: View {
  /// Nothing.
  public var body: Never { return fatalError("There is nothing to show.") }
}

/// A view without content.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  /// Nothing.
  public var body: Never { return fatalError("There is nothing to show.") }
}

/// A result builder that combines views.
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
  /// Creates a view that shows a text.
  nonisolated public init(_ content: some StringProtocol) {}
}

/// A column.
public struct VStack: PrimitiveView {
  /// Creates a column of views.
  public init(@ViewBuilder content: () -> some View) {}
}

/// A list.
public struct List: PrimitiveView {
  /// Creates a list with views as rows.
  public init(@ViewBuilder content: () -> some View) {}
}

/// A navigation.
public struct NavigationStack: PrimitiveView {
  /// Creates a navigation whose screens have the elements of a path.
  public init<Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection>(
    path: Binding<Data>,
    @ViewBuilder root: () -> some View
  ) where Data.Element: Hashable {}
}

/// A part of a list.
public struct Section: PrimitiveView {
  /// Creates a section with views under a title.
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> some View) {}
}

/// A view for each element.
public struct ForEach: PrimitiveView {
  /// Creates views for identifiable elements.
  public init<Data: RandomAccessCollection>(_ data: Data, @ViewBuilder content: (Data.Element) -> some View)
  where Data.Element: Identifiable {}

  /// Creates views for elements, identified by a property.
  public init<Data: RandomAccessCollection, ID: Hashable>(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: (Data.Element) -> some View
  ) {}
}

/// A button.
public struct Button: PrimitiveView {
  /// Creates a button that performs an action when tapped.
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}

  /// Creates a button of a kind that performs an action when tapped.
  public init(_ title: some StringProtocol, role: ButtonRole?, action: @escaping @MainActor () -> Void) {}
}

/// The kind of a button.
public struct ButtonRole: Equatable, Sendable {
  /// A button that removes something.
  public static let destructive = ButtonRole()

  /// A button that leaves everything as it is.
  public static let cancel = ButtonRole()
}

/// A field for a text.
public struct TextField: PrimitiveView {
  /// Creates a field that edits a text.
  public init(_ title: some StringProtocol, text: Binding<String>) {}
}

/// A value that can be read and written.
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  /// Reads the value.
  private let get: @isolated(any) @Sendable () -> Value

  /// Creates a binding from two functions.
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
  /// Performs an action when the view appears.
  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { Group() }

  /// Performs an action while the view is present.
  nonisolated public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
  ) -> some View { Group() }

  /// Performs an action when the user pulls the view down.
  nonisolated public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { Group() }

  /// Shows a view for each element of a navigation's path.
  nonisolated public func navigationDestination<Data: Hashable>(
    for data: Data.Type,
    @ViewBuilder destination: @escaping (Data) -> some View
  ) -> some View { Group() }

  /// Shows another view above this one while an item is present.
  nonisolated public func sheet<Item: Identifiable>(
    item: Binding<Item?>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> some View
  ) -> some View { Group() }

  /// Shows an alert while a value is true.
  nonisolated public func alert(
    _ title: some StringProtocol,
    isPresented: Binding<Bool>,
    @ViewBuilder actions: () -> some View,
    @ViewBuilder message: () -> some View
  ) -> some View { Group() }

  /// Shows another view above this one while a value is true.
  nonisolated public func sheet(
    isPresented: Binding<Bool>,
    onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> some View
  ) -> some View { Group() }
}

/// State that a view owns.
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

/// A device of a preview.
public struct PreviewDevice: RawRepresentable {
  /// The name of the device.
  public let rawValue: String

  /// Creates a device by its name.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension View {
  /// Shows the preview on a device.
  nonisolated public func previewDevice(_ value: PreviewDevice?) -> some View { Group() }
}

/// A type that provides previews of views.
@MainActor @preconcurrency public protocol PreviewProvider {
  /// The views.
  associatedtype Previews: View

  /// The views.
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

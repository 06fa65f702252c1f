import StoreDependencies

/// The screens that lie on each other in a navigation.
///
/// ```swift
/// enum Screen: Equatable {
///   case detail(Detail.State)
///   case edit(Edit.State)
/// }
///
/// let id = state.path.push(.detail(Detail.State(item: item)))
/// state.path.pop(from: id)
/// ```
///
/// Each pushed screen has an id that no other screen of the stack has, before it or after it. So a message for a screen
/// that was popped reaches no other one. A new stack that replaces this one in a state has other screens, even under
/// equal ids: the effects of this one's screens are cancelled.
public struct Stack<Screen> {
  /// A screen with its id.
  struct Entry: Identifiable {
    let id: ScreenID
    var screen: Screen
  }

  /// The screens, from the lowest to the topmost, and so in the order of their ids.
  private(set) var entries = IdentifiedArray<Entry>()

  /// The id of the next screen. No screen is pushed under a lower one.
  package private(set) var nextID: ScreenID = 0

  /// The identity of the stack, which its copies share.
  let origin = StackOrigin()

  /// Creates a stack without screens.
  public init() {}

  /// Creates a stack of screens, for a deep link.
  ///
  /// - Parameter screens: The screens, the topmost last. Their ids are 0, 1, and so on.
  public init(_ screens: some Sequence<Screen>) {
    for screen in screens { push(screen) }
  }

  /// The screens, the topmost last.
  public var screens: [Screen] { entries.map(\.screen) }

  /// The ids of the screens, the topmost last. A view ties its path to them by
  /// `store.binding(\.path.ids, send: Input.pathChanged)`.
  ///
  /// Setting them removes the screens whose ids are missing. Unknown ids are ignored.
  public var ids: [ScreenID] {
    get { entries.ids }
    set {
      let kept = Set(newValue)
      entries.removeAll { !kept.contains($0.id) }
    }
  }

  /// The number of screens.
  public var count: Int { entries.count }

  /// Whether the stack has no screens.
  public var isEmpty: Bool { entries.isEmpty }

  /// The topmost screen; nil if the stack is empty.
  public var top: Screen? { entries.last?.screen }

  /// The screen with an id; nil if the stack has no such screen.
  ///
  /// Setting nil removes the screen alone; ``pop(from:)`` also removes those above it. Setting a screen under a new id
  /// pushes it. An id that was used before and popped is reported as a misuse, and nothing changes.
  public subscript(id: ScreenID) -> Screen? {
    get { entries[id: id]?.screen }
    set {
      guard let newValue else {
        entries.remove(id: id)
        return
      }
      let isPresent = update(id) { screen in
        screen = newValue
        return true
      }
      if isPresent { return entries.noteRemoval() }
      guard id >= nextID else { return reportReuse(of: id) }
      entries.append(Entry(id: id, screen: newValue))
      nextID = ScreenID(number: id.number + 1)
    }
  }

  /// Changes a screen in place.
  ///
  /// - Returns: The result of the change; false if the stack has no such screen.
  mutating func update(_ id: ScreenID, _ change: (inout Screen) -> Bool) -> Bool {
    var result = false
    entries.withElement(id) { result = change(&$0.screen) }
    return result
  }

  private func reportReuse(of id: ScreenID) {
    RuntimeIssue(
      kind: .misuse,
      subject: "Stack",
      headline: "Stack<\(Screen.self)>: A screen was pushed under the id \(id), which a popped screen has had.",
      details: "The stack did not change. Push the screen by 'push', which chooses a new id.",
      site: CallSite()
    )
    .report(to: DependencyValues.current.observer)
  }
}

// MARK: - Pushing and popping

extension Stack {
  /// Adds a screen on top.
  ///
  /// - Parameter screen: The screen.
  /// - Returns: The id of the screen.
  @discardableResult
  public mutating func push(_ screen: Screen) -> ScreenID {
    let id = nextID
    self[id] = screen
    return id
  }

  /// Removes the topmost screen.
  ///
  /// - Returns: The removed screen; nil if the stack is empty.
  @discardableResult
  public mutating func pop() -> Screen? { isEmpty ? nil : entries.removeLast().screen }

  /// Removes a screen, and all screens above it. Does nothing if the stack has no such screen.
  ///
  /// - Parameter id: The id of the lowest screen to remove.
  public mutating func pop(from id: ScreenID) {
    guard let position = entries.index(id: id) else { return }
    while count > position { pop() }
  }

  /// Removes all screens above a screen. Does nothing if the stack has no such screen.
  ///
  /// - Parameter id: The id of the screen that becomes the topmost one.
  public mutating func pop(to id: ScreenID) {
    guard let position = entries.index(id: id) else { return }
    while count > position + 1 { pop() }
  }

  /// Removes all screens.
  public mutating func popAll() { ids = [] }
}

extension Stack: Sendable where Screen: Sendable {}
extension Stack.Entry: Sendable where Screen: Sendable {}
extension Stack.Entry: Equatable where Screen: Equatable {}
extension Stack.Entry: Hashable where Screen: Hashable {}

/// The identity of a stack and its copies.
final class StackOrigin: Hashable, Sendable {
  static func == (first: StackOrigin, second: StackOrigin) -> Bool { first === second }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The id of a screen in a ``Stack``. The first screen has the id 0, and each pushed screen has the next one.
public struct ScreenID: Hashable, Sendable {
  package let number: Int
}

extension ScreenID: ExpressibleByIntegerLiteral, Comparable, Codable, CustomStringConvertible {
  /// Creates an id from a literal, for tests: `store.send(.detail(0, .closeTapped))`.
  public init(integerLiteral value: Int) { self.init(number: value) }

  /// Whether the first screen was pushed before the second.
  public static func < (first: Self, second: Self) -> Bool { first.number < second.number }

  /// Reads the id from the format of a number.
  public init(from decoder: any Decoder) throws { self.init(number: try Int(from: decoder)) }

  /// Writes the id in the format of a number.
  public func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }

  /// The id as a number.
  public var description: String { "\(number)" }
}

extension Stack: ExpressibleByArrayLiteral {
  /// Creates a stack of screens, the topmost last.
  public init(arrayLiteral screens: Screen...) { self.init(screens) }
}

extension Stack: ExpressibleByDictionaryLiteral {
  /// Creates a stack of screens with their ids, which ascend. Tests compare such a stack with one that has popped some.
  public init(dictionaryLiteral screens: (ScreenID, Screen)...) {
    self.init()
    for (id, screen) in screens { self[id] = screen }
  }
}

extension Stack: Equatable where Screen: Equatable {
  /// Whether both have equal screens with equal ids.
  public static func == (first: Self, second: Self) -> Bool { first.entries == second.entries }
}

extension Stack: Hashable where Screen: Hashable {
  /// Feeds the screens and their ids into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

extension Stack: Encodable where Screen: Encodable {
  /// Writes the screens, in the format of an array.
  public func encode(to encoder: any Encoder) throws { try screens.encode(to: encoder) }
}

extension Stack: Decodable where Screen: Decodable {
  /// Creates a stack from the format of an array, with new ids.
  public init(from decoder: any Decoder) throws { self.init(try [Screen](from: decoder)) }
}

extension Stack: CustomReflectable, CustomStringConvertible {
  /// The mirror of the ids and their screens, in the shape of a dictionary.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: entries.map { ($0.id, $0.screen) }, displayStyle: .dictionary)
  }

  /// The screens as text, in the format of an array.
  public var description: String { screens.description }
}

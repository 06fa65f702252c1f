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

extension IdentifiedArray: RandomAccessCollection {
  /// The index of the first element.
  public var startIndex: Int { elements.startIndex }

  /// The index after the last element.
  public var endIndex: Int { elements.endIndex }

  /// The element at an index.
  ///
  /// Setting an element with another id replaces the element at the index. If another index has the new id, the misuse
  /// is reported, and nothing changes.
  public subscript(position: Int) -> Element {
    get { elements[position] }
    set { replace(at: position, with: newValue) }
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral {
  /// Creates an array from elements with distinct ids. A duplicate id is reported, and its second element is skipped.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both arrays have equal elements in the same order.
  public static func == (first: Self, second: Self) -> Bool { first.elements == second.elements }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Feeds the elements into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Writes the elements, in the format of an array.
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension IdentifiedArray: Decodable where Element: Decodable {
  /// Creates an array from the format of an array. A duplicate id is reported, and its second element is skipped.
  public init(from decoder: any Decoder) throws { self.init(try [Element](from: decoder)) }
}

extension IdentifiedArray: CustomReflectable, CustomStringConvertible {
  /// The mirror of the elements, in the shape of an array.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }

  /// The elements as text, in the format of an array.
  public var description: String { elements.description }
}

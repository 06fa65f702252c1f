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
  /// Creates an array from the format of an array.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if two elements have the same id.
  public init(from decoder: any Decoder) throws {
    let elements = try [Element](from: decoder)
    var ids: Set<Element.ID> = []
    for element in elements where !ids.insert(element.id).inserted {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Two elements of an identified array have the id \(element.id)."
        )
      )
    }
    self.init(elements)
  }
}

extension IdentifiedArray: CustomReflectable, CustomStringConvertible {
  /// The mirror of the elements, in the shape of an array.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }

  /// The elements as text, in the format of an array.
  public var description: String { elements.description }
}

// Names of The Composable Architecture, so that the reducers that use them compile.

extension IdentifiedArray {
  /// Returns the elements that satisfy a predicate, in order.
  ///
  /// - Parameter isIncluded: Whether to include an element.
  /// - Returns: The elements, as an identified array.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var result = self
    try result.removeAll { try !isIncluded($0) }
    return result
  }

  /// Replaces the element with the same id, or adds the element at the end.
  ///
  /// - Parameter element: The element.
  /// - Returns: The replaced element; nil if the element was added.
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    let old = self[id: element.id]
    self[id: element.id] = element
    return old
  }

  /// Adds elements at the end.
  ///
  /// - Parameters:
  ///   - elements: The elements, with new ids. An element with an existing id is reported and skipped.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public mutating func append(
    contentsOf elements: some Sequence<Element>,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    for element in elements { append(element, fileID: fileID, filePath: filePath, line: line, column: column) }
  }

  /// Adds elements at the end. An element with an existing id is reported and skipped.
  public static func += (array: inout Self, elements: some Sequence<Element>) { array.append(contentsOf: elements) }

  /// Removes the element with the id of another one.
  ///
  /// - Parameter element: An element with the id.
  /// - Returns: The removed element; nil if the id is unknown.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? { remove(id: element.id) }

  /// Removes the first element.
  ///
  /// - Returns: The removed element.
  @discardableResult
  public mutating func removeFirst() -> Element { remove(at: 0) }

  /// Removes the elements at some positions, as a list of SwiftUI asks by `onDelete`.
  ///
  /// - Parameter offsets: The positions, such as an `IndexSet`.
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    let ids = Set(offsets.map { self[$0].id })
    removeAll { ids.contains($0.id) }
  }

  /// Moves elements, as a list of SwiftUI asks by `onMove`.
  ///
  /// - Parameters:
  ///   - offsets: The positions of the elements, such as an `IndexSet`.
  ///   - destination: The position before which they are inserted, counted before the move.
  public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset destination: Int) {
    let moved = Set(offsets)
    let order =
      indices.filter { $0 < destination && !moved.contains($0) } + moved.sorted()
      + indices.filter { $0 >= destination && !moved.contains($0) }
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { (self[$1].id, $0) })
    sort { places[$0.id, default: 0] < places[$1.id, default: 0] }
  }
}

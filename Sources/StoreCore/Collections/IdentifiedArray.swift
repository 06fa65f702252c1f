import StoreDependencies

/// An ordered collection of elements with unique ids that looks up an element by its id in constant time.
///
/// A change that would add an id twice is reported as a misuse, and has no effect.
public struct IdentifiedArray<Element: Identifiable> {
  /// The id of an element.
  public typealias ID = Element.ID

  /// The elements, in order.
  public private(set) var elements: [Element] = []

  private var positions: [ID: Int] = [:]

  /// The current version, so that observers can skip the search for removed elements.
  package private(set) var version = ArrayVersion()

  /// Creates an array without elements.
  public init() {}

  /// Creates an array from elements.
  ///
  /// - Parameters:
  ///   - elements: The elements, with distinct ids.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    _ elements: some Sequence<Element>,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    for element in elements { append(element, fileID: fileID, filePath: filePath, line: line, column: column) }
  }

  /// Creates an array from elements, under the name of The Composable Architecture.
  ///
  /// - Parameters:
  ///   - elements: The elements, with distinct ids.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    uniqueElements elements: some Sequence<Element>,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    self.init(elements, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The ids, in the order of the elements.
  public var ids: [ID] { elements.map(\.id) }

  /// Returns the index of the element with an id; nil if the id is unknown.
  ///
  /// - Complexity: O(1) on average.
  public func index(id: ID) -> Int? { positions[id] }

  /// The element with an id; nil if the id is unknown.
  ///
  /// Setting nil removes the element. Setting a new element appends it. If an element's id differs from the subscript's
  /// id, the misuse is reported, and nothing changes.
  ///
  /// - Complexity: O(1) on average; O(*n*) to remove an element, as the later ones move.
  public subscript(id id: ID) -> Element? {
    get { positions[id].map { elements[$0] } }
    set {
      guard let newValue else {
        remove(id: id)
        return
      }
      guard newValue.id == id else { return reportIdentity(newValue.id, insteadOf: id, CallSite()) }
      if let position = positions[id] { elements[position] = newValue } else { append(newValue) }
    }
  }
}

/// An ordered collection of elements with unique ids, under the name of The Composable Architecture.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element>

extension IdentifiedArray: Sendable where Element: Sendable, Element.ID: Sendable {}

// MARK: - Changes

extension IdentifiedArray {
  /// Adds an element at the end.
  ///
  /// - Parameters:
  ///   - element: The element, with a new id.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: Whether the element was added; false if its id exists already, which is reported.
  /// - Complexity: O(1) on average.
  @discardableResult
  public mutating func append(
    _ element: Element,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Bool {
    insert(element, at: elements.count, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Inserts an element at an index.
  ///
  /// - Parameters:
  ///   - element: The element, with a new id.
  ///   - index: The index at which to insert it.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: Whether the element was inserted; false if its id exists already, which is reported.
  /// - Complexity: O(*n*), as the later elements move.
  @discardableResult
  public mutating func insert(
    _ element: Element,
    at index: Int,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Bool {
    guard positions[element.id] == nil else {
      let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      reportDuplicate(element.id, site)
      return false
    }
    elements.insert(element, at: index)
    version.noteInsertion()
    number(from: index)
    return true
  }

  /// Removes the element with an id.
  ///
  /// - Parameter id: The id.
  /// - Returns: The removed element; nil if the id is unknown.
  /// - Complexity: O(*n*), as the later elements move. ``removeAll(where:)`` removes several in the time of one.
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    guard let position = positions[id] else { return nil }
    return remove(at: position)
  }

  /// Removes the element at an index.
  ///
  /// - Parameter index: The index of the element.
  /// - Returns: The removed element.
  /// - Complexity: O(*n*), as the later elements move.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = elements.remove(at: index)
    positions[element.id] = nil
    number(from: index)
    version.noteRemoval()
    return element
  }

  /// Removes the last element.
  ///
  /// - Returns: The removed element.
  @discardableResult
  public mutating func removeLast() -> Element {
    remove(at: elements.count - 1)
  }

  /// Replaces the element at an index.
  mutating func replace(at index: Int, with element: Element) {
    let id = elements[index].id
    if element.id != id {
      guard positions[element.id] == nil else { return reportDuplicate(element.id, CallSite()) }
      positions[id] = nil
      positions[element.id] = index
      version.noteRemoval()
    }
    elements[index] = element
  }

  /// Removes the elements that satisfy a predicate.
  ///
  /// - Parameter isRemoved: Whether to remove an element.
  /// - Complexity: O(*n*).
  public mutating func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    let remaining = try elements.filter { try !isRemoved($0) }
    guard remaining.count != elements.count else { return }
    elements = remaining
    positions.removeAll(keepingCapacity: true)
    number(from: 0)
    version.noteRemoval()
  }

  /// Removes all elements.
  public mutating func removeAll() {
    self = Self()
  }

  /// Sorts the elements.
  ///
  /// - Parameter areInOrder: Whether the first of two elements belongs before the second.
  public mutating func sort(by areInOrder: (Element, Element) throws -> Bool) rethrows {
    elements = try elements.sorted(by: areInOrder)
    number(from: 0)
  }

  /// Reverses the order of the elements.
  public mutating func reverse() {
    elements.reverse()
    number(from: 0)
  }

  /// Changes the element with an id in place.
  ///
  /// - Parameters:
  ///   - id: The id. If the closure changes the element's id, the result counts as another element.
  ///   - change: Changes the element.
  /// - Returns: Whether an element has the id.
  @discardableResult
  mutating func withElement(_ id: ID, _ change: (inout Element) -> Void) -> Bool {
    guard let position = positions[id] else { return false }
    change(&elements[position])
    let newID = elements[position].id
    guard newID != id else { return true }
    // The element has a new id. It keeps its position if the id is unused; otherwise it is removed.
    positions[id] = nil
    version.noteRemoval()
    if positions[newID] == nil {
      positions[newID] = position
    } else {
      reportDuplicate(newID, CallSite())
      elements.remove(at: position)
      number(from: position)
    }
    return true
  }

  /// Notes that the child in an element may have been removed, though the element is left.
  mutating func noteRemoval() { version.noteRemoval() }

  /// Updates the positions from an index on.
  private mutating func number(from start: Int) {
    for index in start..<elements.count { positions[elements[index].id] = index }
  }
}

// MARK: - Misuse

extension IdentifiedArray {
  private func reportDuplicate(_ id: ID, _ site: CallSite) {
    report(
      "The array already has an element with the id \(valueText(of: id)).",
      details: "Ids are unique in an array. The second element was left out.",
      at: site
    )
  }

  /// Reports an element that was set under the id of another one.
  private func reportIdentity(_ id: ID, insteadOf expected: ID, _ site: CallSite) {
    report(
      "An element with the id \(valueText(of: id)) was inserted under the id \(valueText(of: expected)).",
      details: "The array did not change. Insert each element under its own id.",
      at: site
    )
  }

  /// Reports a misuse to the observer in force.
  private func report(_ headline: String, details: String, at site: CallSite) {
    RuntimeIssue(
      kind: .misuse,
      subject: "IdentifiedArray",
      headline: "IdentifiedArray<\(Element.self)>: \(headline)",
      details: details,
      site: site
    )
    .report(to: DependencyValues.current.observer)
  }
}

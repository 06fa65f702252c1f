import StoreDependencies

/// Elements in an order, each of which can be found by its id without searching.
///
/// An id is in it once. What would put it in a second time is reported as a misuse, and changes nothing.
public struct IdentifiedArray<Element: Identifiable> {
  /// What tells the elements from each other.
  public typealias ID = Element.ID

  /// An object that is another one whenever elements have left.
  final class Stamp: Sendable {}

  /// The elements, in their order.
  public private(set) var elements: [Element] = []

  private var positions: [ID: Int] = [:]

  /// Another one than before whenever elements have left, so that those who stay need not be looked for.
  private(set) var removals = Stamp()

  /// Makes an array without elements.
  public init() {}

  /// Makes an array of elements.
  ///
  /// - Parameters:
  ///   - elements: The elements, whose ids differ.
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

  /// Makes an array of elements, under the name that The Composable Architecture gives it.
  ///
  /// - Parameters:
  ///   - elements: The elements, whose ids differ.
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

  /// Where the element of an id stands; nil if there is none.
  public func index(id: ID) -> Int? { positions[id] }

  /// The element of an id; nil if there is none.
  ///
  /// Setting it to nil removes the element; setting an element that was not there appends it. An element of another id
  /// than the one in the brackets is a misuse, which is reported and changes nothing.
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

/// An array of elements that are found by their id.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element>

extension IdentifiedArray: Sendable where Element: Sendable, Element.ID: Sendable {}

// MARK: - Changes

extension IdentifiedArray {
  /// Adds an element at the end.
  ///
  /// - Parameters:
  ///   - element: The element, whose id is a new one.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: Whether it was added: false, after reporting it, if its id is there already.
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

  /// Adds an element at a place.
  ///
  /// - Parameters:
  ///   - element: The element, whose id is a new one.
  ///   - index: Where it is to stand.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: Whether it was added: false, after reporting it, if its id is there already.
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
    index == elements.count - 1 ? positions[element.id] = index : number(from: index)
    return true
  }

  /// Takes out the element of an id.
  ///
  /// - Parameter id: The id.
  /// - Returns: The element; nil if there was none.
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    guard let position = positions[id] else { return nil }
    return remove(at: position)
  }

  /// Takes out the element at a place.
  ///
  /// - Parameter index: Where it stands.
  /// - Returns: The element.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = elements.remove(at: index)
    positions[element.id] = nil
    number(from: index)
    removals = Stamp()
    return element
  }

  /// Takes out the last element.
  ///
  /// - Returns: The element.
  @discardableResult
  public mutating func removeLast() -> Element {
    remove(at: elements.count - 1)
  }

  /// Puts an element into the place of another one.
  mutating func replace(at index: Int, with element: Element) {
    let id = elements[index].id
    if element.id != id {
      guard positions[element.id] == nil else { return reportDuplicate(element.id, CallSite()) }
      positions[id] = nil
      positions[element.id] = index
      removals = Stamp()
    }
    elements[index] = element
  }

  /// Takes out the elements that satisfy a predicate.
  ///
  /// - Parameter isRemoved: Whether an element is to go.
  public mutating func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    try elements.removeAll(where: isRemoved)
    guard elements.count != positions.count else { return }
    positions.removeAll(keepingCapacity: true)
    number(from: 0)
    removals = Stamp()
  }

  /// Takes out everything.
  public mutating func removeAll() {
    self = Self()
  }

  /// Puts the elements into an order.
  ///
  /// - Parameter areInOrder: Whether the first of two elements is to stand before the second.
  public mutating func sort(by areInOrder: (Element, Element) throws -> Bool) rethrows {
    try elements.sort(by: areInOrder)
    number(from: 0)
  }

  /// Changes the element of an id in place.
  ///
  /// - Parameters:
  ///   - id: The id. An element that gives itself another one has become another element.
  ///   - change: Changes the element.
  /// - Returns: Whether there is such an element.
  @discardableResult
  mutating func withElement(_ id: ID, _ change: (inout Element) -> Void) -> Bool {
    guard let position = positions[id] else { return false }
    change(&elements[position])
    let newID = elements[position].id
    guard newID != id else { return true }
    // The element has become another one. It takes its new id if that is free, and goes if it is not.
    positions[id] = nil
    removals = Stamp()
    if positions[newID] == nil {
      positions[newID] = position
    } else {
      reportDuplicate(newID, CallSite())
      elements.remove(at: position)
      number(from: position)
    }
    return true
  }

  /// Writes down where the elements stand, from a place on.
  private mutating func number(from start: Int) {
    for index in start..<elements.count { positions[elements[index].id] = index }
  }
}

// MARK: - Misuse

extension IdentifiedArray {
  private func reportDuplicate(_ id: ID, _ site: CallSite) {
    report(
      "The id \(namedText(of: id)) is there already.",
      "An element of each id can be there once. The second was left out.",
      site
    )
  }

  /// Reports that an element of another id was put in than the one that it was put in under.
  private func reportIdentity(_ id: ID, insteadOf expected: ID, _ site: CallSite) {
    report(
      "An element of the id \(id) was put in under the id \(expected).",
      "Nothing was changed. Put each element in under its own id.",
      site
    )
  }

  /// Reports a misuse to whoever runs the code.
  private func report(_ headline: String, _ details: String, _ site: CallSite) {
    DependencyIssue(
      kind: .misuse,
      subject: "IdentifiedArray",
      headline: "IdentifiedArray<\(Element.self)>: \(headline)",
      details: details,
      site: site
    )
    .report(to: DependencyValues.current.observer)
  }
}

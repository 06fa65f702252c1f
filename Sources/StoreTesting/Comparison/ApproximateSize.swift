import StoreValues

/// Returns the approximate size of a value in bytes, to distinguish large states from small ones.
///
/// Collections are sampled. Contents of class instances don't count, as values share them.
///
/// - Parameters:
///   - value: The value.
///   - depth: The greatest nesting depth to visit.
func approximateSize(of value: Any, depth: Int = 6) -> Int {
  if let text = value as? String { return text.utf8.count }
  if let list = value as? any RandomAccessCollection { return approximateSize(ofList: list, depth: depth) }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .class?: return MemoryLayout<Int>.size
  case .set?, .dictionary?, .collection?: return approximateSize(ofSome: mirror.children, mirror.children.count, depth)
  case nil where mirror.children.isEmpty: return MemoryLayout<Int>.size
  default:
    guard depth > 0 else { return MemoryLayout<Int>.size }
    let size = mirror.children.prefix(1_000).reduce(0) { $0 + approximateSize(of: $1.value, depth: depth - 1) }
    return max(size, MemoryLayout<Int>.size)
  }
}

/// Returns the size of a list: its elements in memory, or more if their contents are larger.
private func approximateSize<List: RandomAccessCollection>(ofList list: List, depth: Int) -> Int {
  let inPlace = list.count * MemoryLayout<List.Element>.stride
  guard depth > 0, !isTrivial(List.Element.self) else { return inPlace }
  let some = list.prefix(8)
  let each = some.isEmpty ? 0 : some.reduce(0) { $0 + approximateSize(of: $1, depth: depth - 1) } / some.count
  return max(inPlace, list.count * each)
}

/// Estimates the size of a collection from its first elements.
private func approximateSize(ofSome elements: Mirror.Children, _ count: Int, _ depth: Int) -> Int {
  let some = elements.prefix(8)
  guard depth > 0, !some.isEmpty else { return count * MemoryLayout<Int>.size }
  return count * some.reduce(0) { $0 + approximateSize(of: $1.value, depth: depth - 1) } / some.count
}

/// Returns the approximate number of bytes that a value does not share with an earlier one.
///
/// Equal parts count as shared. A collection that has changed shares its elements' contents, but not its own storage.
///
/// - Parameters:
///   - value: The value.
///   - earlier: The value of which it is a changed copy.
///   - depth: The greatest nesting depth to visit.
func unsharedSize(of value: Any, since earlier: Any, depth: Int = 6) -> Int {
  if areEqual(earlier, value) == true { return 0 }
  if let text = value as? String { return text.utf8.count }
  if let list = value as? any RandomAccessCollection, !(value is any RangeExpression) { return storageSize(of: list) }
  let (old, new) = (Mirror(reflecting: earlier).children, Mirror(reflecting: value))
  switch new.displayStyle {
  case .set?, .dictionary?: return (value as? any Collection).map { storageSize(of: $0) } ?? 0
  case .class?: return MemoryLayout<Int>.size
  default:
    guard depth > 0, !new.children.isEmpty else { return MemoryLayout<Int>.size }
    guard old.count == new.children.count else { return approximateSize(of: value, depth: depth) }
    return zip(old, new.children).reduce(0) { $0 + unsharedSize(of: $1.1.value, since: $1.0.value, depth: depth - 1) }
  }
}

/// Returns the size of a collection's own storage.
private func storageSize<List: Collection>(of list: List) -> Int { list.count * MemoryLayout<List.Element>.stride }

/// Whether a value seems to hold no objects that could be changed through a copy of it.
///
/// The storage of the standard collections and of strings counts as part of the value. The look goes a bounded way into
/// large values: it is there to leave out states with objects in them, which are rare and show early.
func isMadeOfValues(_ value: Any) -> Bool {
  var budget = 200
  return isMadeOfValues(value, &budget)
}

/// Whether a value seems to hold no objects, as far as a budget of looks goes.
private func isMadeOfValues(_ value: Any, _ budget: inout Int) -> Bool {
  guard budget > 0, !(value is String) else { return true }
  budget -= 1
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .class { return false }
  let isCollection = [.collection, .set, .dictionary].contains(mirror.displayStyle)
  for child in isCollection ? AnySequence(mirror.children.prefix(2)) : AnySequence(mirror.children) {
    guard isMadeOfValues(child.value, &budget) else { return false }
  }
  return true
}

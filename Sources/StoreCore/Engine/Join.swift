/// Waits for several effects to end, and then goes on.
final class Join {
  /// How many have not ended.
  private var open = 1

  /// What happens after the last has ended.
  private let then: () -> Void

  /// Makes a join that stays closed until its maker has sealed it.
  init(then: @escaping () -> Void) {
    self.then = then
  }

  /// Notes one more to wait for.
  func enter() {
    open += 1
  }

  /// Notes that its maker has nothing more to wait for.
  ///
  /// - Returns: Whether nothing is left to wait for, so that the maker itself can go on.
  func seal() -> Bool {
    open -= 1
    return open == 0
  }

  /// Notes that one has ended.
  func leave() {
    open -= 1
    if open == 0 { then() }
  }
}

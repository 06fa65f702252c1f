package import StoreRuntime

extension TestExecutor {
  /// Runs items on the current thread, as many as a budget allows.
  ///
  /// - Returns: The number of items that ran, and the rest of the budget.
  @discardableResult
  package func runItems(budget: Int = 100) -> [Int?] {
    var budget = budget
    let done = run(budget: &budget)
    return [done, budget]
  }
}

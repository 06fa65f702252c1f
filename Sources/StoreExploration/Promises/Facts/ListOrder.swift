import StoreTesting

/// How the elements of a list are ordered by a value. Equal values ascend and descend.
struct ListOrder: Hashable, Sendable {
  /// The number of elements that are compared.
  private static var elementLimit: Int { 20 }

  private(set) var ascends = true
  private(set) var descends = true

  /// Returns the orders of a list by the values that its elements have: the elements themselves, as "", or their fields.
  ///
  /// - Parameter elements: The elements; fewer than two have no order.
  static func orders(of elements: [Any]) -> [String: ListOrder] {
    guard elements.count > 1 else { return [:] }
    let values = elements.prefix(elementLimit).map(comparableValues)
    return values.dropFirst().enumerated().reduce(into: values[0].mapValues { _ in ListOrder() }) { orders, next in
      orders = orders.reduce(into: [:]) { kept, order in
        guard let first = values[next.offset][order.key], let second = next.element[order.key],
          let sign = sign(of: first, second)
        else { return }
        kept[order.key] = ListOrder(
          ascends: order.value.ascends && sign >= 0,
          descends: order.value.descends && sign <= 0
        )
      }
    }
  }

  private static func comparableValues(of element: Any) -> [String: any Comparable] {
    if let value = element as? any Comparable { return ["": value] }
    guard case .record(let record) = ReflectedValue(of: element), !record.isCustom else { return [:] }
    return record.parts.reduce(into: [:]) { values, part in
      if let label = part.label, let value = part.value as? any Comparable { values[label] = value }
    }
  }

  /// Returns 1 if the second value is greater, 0 if it is equal, -1 otherwise; nil if they have different types.
  private static func sign<Value: Comparable>(of first: Value, _ second: any Comparable) -> Int? {
    guard let second = second as? Value else { return nil }
    return first < second ? 1 : first == second ? 0 : -1
  }
}

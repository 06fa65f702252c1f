/// A value with its type erased: always a ``TypedValue``.
typealias ErasedValue = any AnyObject & Sendable

/// A box, so that one table can store values of many types.
final class TypedValue<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

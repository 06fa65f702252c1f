/// A value with its type erased: always a ``TypedValue``.
@usableFromInline
typealias ErasedValue = any AnyObject & Sendable

/// A box, so that one table can store values of many types.
@usableFromInline
final class TypedValue<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

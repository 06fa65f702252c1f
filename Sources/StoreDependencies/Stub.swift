
public protocol TestDependencyKey<Value> { associatedtype Value: Sendable }
public struct DependencyValues: Sendable {
  @TaskLocal package static var current = DependencyValues()
  package var observer: (any DependencyObserver)?
  public var continuousClock: any Clock<Duration> = ContinuousClock()
  public var suspendingClock: any Clock<Duration> = SuspendingClock()
  public init() {}
  package enum C: Sendable { case test, live }
  package static func withValues<R>(_ v: DependencyValues, _ op: () throws -> R) rethrows -> R { try $current.withValue(v, operation: op) }
}
public func withDependencies<R>(_ u: (inout DependencyValues) throws -> Void, operation: () throws -> R) rethrows -> R {
  var v = DependencyValues.current
  try u(&v)
  return try DependencyValues.withValues(v, operation)
}
extension DependencyIssue { package func report() { print(headline) } }

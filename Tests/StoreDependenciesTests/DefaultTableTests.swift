import StoreDependencies
import Testing

/// A type to make keys of.
private protocol Marker: SendableMetatype {}
extension Int: Marker {}
extension Int8: Marker {}
extension Int16: Marker {}
extension Int32: Marker {}
extension Int64: Marker {}
extension UInt: Marker {}
extension String: Marker {}
extension Bool: Marker {}

/// A key for each pair of types.
private enum PairKey<First, Second>: DependencyKey {
  static var liveValue: String { "live \(First.self) \(Second.self)" }
  static var testValue: String { "test \(First.self) \(Second.self)" }
}

@Suite struct DefaultTableTests {
  /// The types to make pairs of.
  private static let markers: [any Marker.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, String.self, Bool.self,
  ]

  /// Checks the defaults of a key in two contexts.
  private func check<First: Marker, Second: Marker>(_: First.Type, _: Second.Type) {
    #expect(DependencyValues.current[PairKey<First, Second>.self] == "test \(First.self) \(Second.self)")
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(DependencyValues.current[PairKey<First, Second>.self] == "live \(First.self) \(Second.self)")
    }
  }

  @Test func `each of more defaults than lists is found`() {
    withDependencies { _ in
    } operation: {
      for _ in 1...2 {
        for first in Self.markers {
          for second in Self.markers { check(first, second) }
        }
      }
    }
  }

  @Test func `an override is found among many`() {
    withDependencies {
      $0[PairKey<Int, Int>.self] = "first"
      $0[PairKey<Int, Bool>.self] = "second"
      $0.number = 10
    } operation: {
      #expect(DependencyValues.current[PairKey<Int, Int>.self] == "first")
      #expect(DependencyValues.current[PairKey<Int, Bool>.self] == "second")
      #expect(DependencyValues.current[PairKey<Bool, Int>.self] == "test Bool Int")
    }
  }
}

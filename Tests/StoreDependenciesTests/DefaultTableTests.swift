import StoreDependencies
import Testing

/// As many keys as there are types.
private enum MarkedKey<Marker>: DependencyKey {
  static var liveValue: String { "live \(Marker.self)" }
  static var testValue: String { "test \(Marker.self)" }
}

@Suite struct DefaultTableTests {
  /// Checks the defaults of a key in both contexts, and those of the keys of the types that are optionals of its type.
  private func check<Marker>(_: Marker.Type, depth: Int) {
    #expect(DependencyValues.current[MarkedKey<Marker>.self] == "test \(Marker.self)")
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(DependencyValues.current[MarkedKey<Marker>.self] == "live \(Marker.self)")
    }
    if depth > 0 { check(Marker?.self, depth: depth - 1) }
  }

  @Test("more defaults than there are lists are each found again")
  func many() {
    withDependencies { _ in
    } operation: {
      for _ in 1...2 { check(Int.self, depth: 100) }
    }
  }

  @Test("an override is found among many")
  func overrides() {
    withDependencies {
      $0[MarkedKey<Int>.self] = "int"
      $0[MarkedKey<Int?>.self] = "optional"
      $0.number = 10
    } operation: {
      #expect(DependencyValues.current[MarkedKey<Int>.self] == "int")
      #expect(DependencyValues.current[MarkedKey<Int?>.self] == "optional")
      #expect(DependencyValues.current[MarkedKey<Int??>.self].hasPrefix("test "))
    }
  }
}

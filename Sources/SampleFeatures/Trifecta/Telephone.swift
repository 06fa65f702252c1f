public import StoreDependencies

/// The telephone of the device.
public struct Telephone: Sendable {
  /// Returns whether a number can be dialled now.
  public var canDial: @MainActor @Sendable (_ number: String) -> Bool

  /// Dials a number.
  public var dial: @MainActor @Sendable (_ number: String) -> Void

  /// Creates a telephone from its endpoints.
  ///
  /// - Parameters:
  ///   - canDial: Returns whether a number can be dialled now.
  ///   - dial: Dials a number.
  public init(
    canDial: @escaping @MainActor @Sendable (_ number: String) -> Bool,
    dial: @escaping @MainActor @Sendable (_ number: String) -> Void
  ) {
    self.canDial = canDial
    self.dial = dial
  }
}

extension Telephone: DependencyKey {
  /// Opens `tel:` links on platforms with UIKit, except watchOS. On other platforms it refuses every number.
  public static var liveValue: Telephone {
    #if canImport(UIKit) && !os(watchOS)
      application
    #else
      Telephone(canDial: { _ in false }, dial: { _ in })
    #endif
  }

  /// Fails a test that dials without an override.
  public static let testValue = Telephone(
    canDial: unimplemented("Telephone.canDial", placeholder: false),
    dial: unimplemented("Telephone.dial")
  )
}

extension DependencyValues {
  /// The telephone of the device.
  public var telephone: Telephone {
    get { self[Telephone.self] }
    set { self[Telephone.self] = newValue }
  }
}

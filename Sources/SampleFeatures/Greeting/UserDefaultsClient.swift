import Foundation
public import StoreDependencies

/// A client that reads and writes texts in the user defaults.
public struct UserDefaultsClient: Sendable {
  /// Returns the text under a key; nil if there is none.
  public var text: @Sendable (_ key: String) async -> String?

  /// Writes a text under a key.
  public var setText: @Sendable (_ text: String, _ key: String) async -> Void

  /// Creates a client from its endpoints.
  ///
  /// - Parameters:
  ///   - text: Returns the text under a key; nil if there is none.
  ///   - setText: Writes a text under a key.
  public init(
    text: @escaping @Sendable (_ key: String) async -> String?,
    setText: @escaping @Sendable (_ text: String, _ key: String) async -> Void
  ) {
    self.text = text
    self.setText = setText
  }
}

extension UserDefaultsClient: DependencyKey {
  /// Reads and writes the user defaults of the app.
  public static let liveValue = suite(nil)

  /// Fails a test that reads or writes without an override.
  public static let testValue = UserDefaultsClient(
    text: unimplemented("UserDefaultsClient.text", placeholder: nil),
    setText: unimplemented("UserDefaultsClient.setText")
  )

  /// Returns the client of a suite of user defaults.
  ///
  /// - Parameter name: The name of the suite; nil for the defaults of the app.
  public static func suite(_ name: String?) -> UserDefaultsClient {
    // User defaults are safe to use from every thread, but not `Sendable` everywhere, so each call looks them up.
    @Sendable func defaults() -> UserDefaults? { UserDefaults(suiteName: name) }
    return UserDefaultsClient {
      defaults()?.string(forKey: $0)
    } setText: {
      defaults()?.set($0, forKey: $1)
    }
  }
}

extension DependencyValues {
  /// The client of the user defaults.
  public var userDefaultsClient: UserDefaultsClient {
    get { self[UserDefaultsClient.self] }
    set { self[UserDefaultsClient.self] = newValue }
  }
}

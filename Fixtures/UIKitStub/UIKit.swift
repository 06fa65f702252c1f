// The symbols of UIKit that the samples use, so that the samples can be type-checked without UIKit.

public import Foundation

/// An application.
@MainActor public final class UIApplication {
  /// A key of an option.
  public struct OpenExternalURLOptionsKey: Hashable, Sendable {}

  /// The application of the process.
  public static let shared = UIApplication()

  /// Whether an application can open a link.
  public func canOpenURL(_ url: URL) -> Bool { false }

  /// Opens a link.
  public func open(
    _ url: URL,
    options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {}
}

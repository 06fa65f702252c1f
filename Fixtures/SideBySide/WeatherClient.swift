import ComposableArchitecture

/// The client as the app has it, a dependency of the other library.
public struct WeatherClient: Sendable {
  public var temperature: @Sendable (_ city: String) async throws -> Double
}

extension WeatherClient: DependencyKey {
  public static let liveValue = WeatherClient { _ in 21 }
  public static let testValue = WeatherClient { _ in 0 }
}

import ComposableArchitecture
import StoreCore
import StoreDependencies

/// The same client, for features of this package.
enum WeatherClientKey: StoreDependencies.DependencyKey {
  static let liveValue = WeatherClient.liveValue
  static let testValue = WeatherClient(
    temperature: StoreDependencies.unimplemented("WeatherClient.temperature", placeholder: 0)
  )
}

extension StoreDependencies.DependencyValues {
  var weatherClient: WeatherClient {
    get { self[WeatherClientKey.self] }
    set { self[WeatherClientKey.self] = newValue }
  }
}

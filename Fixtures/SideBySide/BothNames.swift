import ComposableArchitecture
import StoreTesting

/// A test whose file needs both: each name that both have is written with its module.
@MainActor
func overrideBoth() {
  ComposableArchitecture.withDependencies { _ in
  } operation: {
    StoreDependencies.withDependencies {
      $0.weatherClient = WeatherClient { _ in 5 }
    } operation: {
      _ = StoreTesting.TestStore(initialState: Weather.State()) { Weather() }
    }
  }
}

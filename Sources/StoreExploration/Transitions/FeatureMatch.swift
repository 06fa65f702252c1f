import StoreCore
import StoreTesting

/// A matcher that recognises the stores of a feature.
struct FeatureMatch: Sendable {
  /// The feature: its reducer, the reducer within its operators, or its state.
  let type: Any.Type

  /// Whether a store belongs to the feature.
  func matches<Feature: Reducer>(_: Feature.Type) -> Bool {
    type == Feature.self || type == Feature.State.self || type == featureType(of: Feature.self)
  }

  /// The name of the feature.
  var name: String { featureName(of: type) }
}

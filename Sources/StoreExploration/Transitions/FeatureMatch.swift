import StoreCore
import StoreTesting

/// A matcher that recognises the stores of a feature.
struct FeatureMatch: Sendable {
  /// The feature: its reducer, the reducer within its operators, its state, or its model.
  let type: Any.Type

  /// Whether a store belongs to the feature.
  func matches<Feature: Reducer>(_: Feature.Type) -> Bool {
    type == Feature.self || type == Feature.State.self || type == featureType(of: Feature.self)
      || type == (Feature.self as? any ObjectFeature.Type)?.objectType
  }

  /// The name of the feature.
  var name: String { featureName(of: type) }
}

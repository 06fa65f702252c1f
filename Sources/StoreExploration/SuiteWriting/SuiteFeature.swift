import StoreCore
import StoreTesting

/// How a written suite names a feature.
enum SuiteFeature {
  /// Returns the type of a feature whose store the suite makes.
  ///
  /// The type of a feature with operators around it may be hidden behind `some Reducer`, so it is named by its parts.
  static func storedType<Feature: Reducer>(of _: Feature.Type) -> String {
    guard Feature.self != featureType(of: Feature.self) else { return sourceName(of: Feature.self) }
    let types: [Any.Type] = [Feature.State.self, Feature.Input.self, Feature.Feedback.self, Feature.Output.self]
    return "some Reducer<\(types.map(sourceName).joined(separator: ", "))>"
  }

  /// Returns a type of the feature that other files can't name; nil if they can name all.
  static func hiddenType<Feature: Reducer>(of _: Feature.Type) -> String? {
    let types: [Any.Type] = [
      featureType(of: Feature.self), Feature.State.self, Feature.Input.self, Feature.Feedback.self, Feature.Output.self,
    ]
    return types.first(where: isHidden).map(sourceName)
  }
}

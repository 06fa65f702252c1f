/// The store of a feature.
///
/// ```swift
/// struct SearchView { let store: StoreOf<Search> }
/// ```
public typealias StoreOf<Feature: Reducer> = Store<Feature.State, Feature.Input, Feature.Output>
where Feature.State: Equatable

/// The effect that a feature's `reduce` returns.
public typealias EffectOf<Feature: Reducer> = Effect<Feature.Feedback, Feature.Output>

/// The store of a feature.
///
/// ```swift
/// struct SearchView { let store: StoreOf<Search> }
/// ```
public typealias StoreOf<Feature: Reducer> = Store<Feature.State, Feature.Input, Feature.Output>
where Feature.State: Equatable

/// The effect of a feature, for helpers, and for the `reduce` of an ``ActionReducer``.
///
/// The `reduce` of a ``Reducer`` returns `Effect<Feedback, Output>`. With this alias in its place, the feature must
/// declare `Feedback` and `Output`. Otherwise the compiler must know both before it can read the signature, and infers
/// them from the signature. Depending on the order of the files, it then fails without an error at any line.
public typealias EffectOf<Feature: Reducer> = Effect<Feature.Feedback, Feature.Output>

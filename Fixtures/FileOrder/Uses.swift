import StoreCore

// Signatures that make the compiler look for the types of a feature, before or after it reads the feature.
func show(_ store: StoreOf<Feature>) {}
func load() -> EffectOf<Feature> { .none }
func emit(_ output: Feature.Output) {}

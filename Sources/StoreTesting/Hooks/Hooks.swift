/// The hooks into the stores that the current code creates: a mutator, observers, and an order of events.
///
/// A store reads all three at its creation. Code that runs repeatedly has its own hooks in each run, as they are task
/// locals.
package enum Hooks {
  /// The mutator of the stores' features, to find the changes that a test doesn't notice; nil for unchanged features.
  @TaskLocal package static var mutator: (any Mutator)?
}

/// The hooks into the stores that the current code makes.
///
/// A store reads all three when it is created. Code that runs repeatedly has its own hooks in each run, as they are
/// task locals.
package enum Hooks {
  /// The observers of all events.
  @TaskLocal package static var observers: [any Observer] = []

  /// The scheduler that decides the order of events; nil for the default order.
  @TaskLocal package static var scheduler: (any Scheduler)?

  /// The mutator of the stores' features, which shows which changes a test notices; nil for unchanged features.
  @TaskLocal package static var mutator: (any Mutator)?
}

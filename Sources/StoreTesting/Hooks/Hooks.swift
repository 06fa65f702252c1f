/// What reaches into the stores that the current code makes.
///
/// A store reads both when it is made. Code that is run again has its own, set as task locals around it.
package enum Hooks {
  /// What sees everything that happens.
  @TaskLocal package static var observers: [any Observer] = []

  /// What decides the order in which things happen; nil for the usual order.
  @TaskLocal package static var scheduler: (any Scheduler)?

  /// What changes the features of stores, to see which changes a test notices; nil for features as they are.
  @TaskLocal package static var mutator: (any Mutator)?
}

/// What the current code is a repeated run of, if it is one.
enum RepeatedRun {
  /// Whether it is a run of a test with a mutant, or to record its transitions.
  @TaskLocal static var isMutating = false

  /// Whether it is a run of an audit.
  @TaskLocal static var isAudited = false
}

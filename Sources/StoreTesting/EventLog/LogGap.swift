/// What happened outside of a store's view, so that its log doesn't explain what followed.
package enum LogGap: Equatable, Sendable {
  /// An effect was continued by something other than a step of the test, its clock or its gates.
  case resumption

  /// The test changed the store's dependencies between two steps.
  case dependencies
}

/// The destination to which a failure is reported.
///
/// A test that records a failure, or declares it known, expects it. So later failures with another destination are not
/// its consequences.
package enum FailureDestination: Equatable {
  /// The running test, which fails.
  case test

  /// A known issue of the running test.
  case knownIssue

  /// A sink.
  case sink(FailureSink)

  /// Creates the destination for a sink, or for the test without one.
  package init(_ sink: FailureSink?) {
    self = sink.map(Self.sink) ?? .test
  }

  package static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.test, .test), (.knownIssue, .knownIssue): true
    case (.sink(let first), .sink(let second)): first === second
    case (.test, _), (.knownIssue, _), (.sink, _): false
    }
  }
}

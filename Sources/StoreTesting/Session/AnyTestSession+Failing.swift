package import StoreDependencies

extension AnyTestSession {
  /// Reports a failure, with the latest events of the store.
  ///
  /// - Parameters:
  ///   - kind: The kind of failure.
  ///   - headline: The failure in a sentence.
  ///   - details: The evidence and the fix.
  ///   - site: The line that caused the failure; nil for the current step.
  ///   - isWarning: Whether it is only a hint, which doesn't fail the test.
  package func fail(
    _ kind: TestFailure.Kind,
    _ headline: String,
    details: String = "",
    at site: CallSite? = nil,
    isWarning: Bool = false
  ) {
    fail(kind, headline, details: details, at: site, isWarning: isWarning, accepting: nil)
  }

  /// Reports a failure, unless the run changes the test's source instead.
  ///
  /// - Parameters:
  ///   - kind: The kind of failure.
  ///   - headline: The failure in a sentence.
  ///   - details: The evidence and the fix.
  ///   - site: The line that caused the failure; nil for the current step.
  ///   - isWarning: Whether it is only a hint, which doesn't fail the test.
  ///   - edit: The change of the source; nil if none cures the failure.
  func fail(
    _ kind: TestFailure.Kind,
    _ headline: String,
    details: @autoclosure () -> String = "",
    at site: CallSite? = nil,
    isWarning: Bool = false,
    accepting edit: @autoclosure () -> Acceptance.Edit?
  ) {
    var refusal: AcceptanceRefusal?
    if let acceptance = environment.acceptance, acceptance.changes.isOpen, let edit = edit() {
      refusal = acceptance.make(edit) { edit in
        // A test may know the issue by its usual details.
        let details = paragraphs(edit.advice, details())
        let failure = TestFailure(.acceptedChange, headline, details: details, at: site ?? environment.step)
        return environment.reporter.reportAccepted(failure)
      }
      if refusal == nil { return }
    }
    let reason = refusal?.reason ?? (AcceptanceMode.requested == .forbidden ? "This is CI." : nil)
    environment.fail(
      kind,
      headline,
      details: reason.map { paragraphs("The run leaves the source as it is. \($0)", details()) } ?? details(),
      // Performance: a run with a mutant only counts its failures.
      lastEvents: Hooks.mutator == nil ? environment.session?.lastEvents ?? "" : "",
      at: site,
      isWarning: isWarning
    )
  }

  /// Reports unasserted events or changes of a non-exhaustive test, if the test requests that.
  func reportSkipped(_ headline: String, details: () -> String) {
    guard exhaustivity == .off(showSkipped: true) else { return }
    fail(.skippedAssertion, headline, details: details(), isWarning: true)
  }
}

extension Acceptance.Edit {
  /// What a reader of the failure is told.
  var advice: String {
    switch self {
    case .removal: return "The run removes the line, unless another failure of the test stands."
    case .move: return "The run moves the line to where this happens, unless another failure of the test stands."
    case .closure, .argument, .arguments, .steps, .settling: break
    }
    return "The run changes the test so that it asserts this, unless a failure before it stands."
  }
}

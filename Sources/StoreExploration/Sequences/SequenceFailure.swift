import StoreCore
import StoreTesting

/// The failure of a generated sequence: its steps, and how to replay it.
struct SequenceFailure {
  private let result: SequenceResult
  private let origin: String

  init(_ result: SequenceResult, _ origin: String) {
    self.result = result
    self.origin = origin
  }

  func report<Feature>(commands: [Command<Feature>]) {
    guard let problem = result.problem else { return }
    let number = result.steps.count
    let moment = number == 0 ? "before the first step" : "after \(count(number, "step"))"
    // The purity check of reducers runs at exhaustive levels only.
    let isExhaustive = problem.kind == "\(TestFailure.Kind.impureReducer)"
    TestFailure(
      .failedSequence,
      "The test fails \(moment): \(problem.headline)",
      details: paragraphs(
        problem.details,
        origin,
        "As a test, if 'makeStore()' makes the store as this test does:",
        code(result.script.test(isExhaustive: isExhaustive)),
        "To replay only this sequence:",
        code(["@Test(.sequence(\"\(StepSequence(result.steps))\"))"])
      ),
      at: problem.site
    )
    .report(to: nil)
  }
}

/// An invalid argument of generated sequences.
struct SequenceComplaint {
  /// The problem, in a sentence.
  private let headline: String

  private let details: String
  private let site: CallSite

  init(_ headline: String, _ details: String, _ site: CallSite) {
    self.headline = headline
    self.details = details
    self.site = site
  }

  /// Creates the complaint about the first invalid argument; nil if all are valid.
  init?<Feature>(runs: Int, steps: Int, _ commands: [Command<Feature>], _ site: CallSite) {
    if ScheduleController.current != nil {
      self.init("Sequences are checked within an exploration.", "Leave one of the two out.", site)
    } else if runs < 1 {
      self.init("The test asks for \(runs) runs, which is less than one.", "No sequence ran.", site)
    } else if steps < 1 {
      self.init("The test asks for sequences of \(steps) steps, which is less than one.", "No sequence ran.", site)
    } else if commands.isEmpty {
      self.init(
        "The list of commands is empty.",
        "Add the commands of which sequences are made, such as 'Command.send(.tapped)'.",
        site
      )
    } else if let (command, complaint) = commands.lazy.compactMap({ command in command.complaint.map { (command, $0) } }
    )
    .first {
      self.init(complaint.0, complaint.1, command.site)
    } else {
      return nil
    }
  }

  func report() {
    reportMisuse(headline, details: details, at: site)
  }
}

extension Command {
  private static var maximumWeight: Int { 1_000_000 }

  /// The problem of an invalid command, with its fix; nil if the command is valid.
  fileprivate var complaint: (String, String)? {
    if weight < 1 {
      return (
        "The command has the weight \(weight), so it would never be chosen.", "Leave it out, or let it weigh 1 or more."
      )
    }
    if weight > Self.maximumWeight {
      return (
        "The command has the weight \(weight).",
        "The greatest weight is \(Self.maximumWeight), as weights are compared with each other."
      )
    }
    guard case .advance(let durations) = action else { return nil }
    if durations.isEmpty { return ("The command advances by no duration at all.", "Name one, such as '.seconds(1)'.") }
    if let negative = durations.first(where: { $0 < .zero }) {
      return ("The command advances by the negative duration \(negative.text).", "Time never goes backwards.")
    }
    return nil
  }

  /// The kind of command, in a few words.
  var kind: String {
    switch action {
    case .send: "The command sends an input"
    case .advance: "The command advances the clock"
    case .answer(let gate): "The command answers calls at the gate '\(gate)'"
    }
  }
}

import StoreTesting

/// Something that may hold in a feature, with what speaks for and against it.
struct Candidate {
  /// A situation, or steps after it, that speak against a candidate.
  struct Exception: Hashable {
    let node: Int

    /// The positions of consecutive steps in `PromiseFacts.steps`; empty if the situation itself is the exception.
    let steps: [Int]

    init(node: Int, steps: [Int] = []) {
      self.node = node
      self.steps = steps
    }
  }

  /// The promise as a sentence.
  let text: String

  /// The promise as an argument of `check`; nil if it can't be written as code.
  var code: String?

  /// What is wrong in the exceptions, as a sentence.
  var complaint = ""

  /// The number of situations or steps that speak for it.
  let support: Int

  var exceptions: [Exception] = []

  /// How much a violation hurts, from 0 to 1. Without a weight it is no suspect, as nothing says that it should hold.
  let weight: Double

  /// What candidates that are broken by one cause have in common; nil if that is the complaint.
  var cause: String?

  /// Whether the exceptions lack something, which a few tests may lack for other reasons.
  var isOfAbsence = false

  /// The texts of those that say it better. Beside one of these that is a suspect, it is none.
  var yielding: Set<String> = []

  /// The share of what speaks for it.
  private var share: Double { Double(support) / Double(max(1, support + exceptions.count)) }

  /// The rank among suspects: what hurts and is rare comes first.
  var rank: Double { weight * (0.5 + 0.5 * share) }
}

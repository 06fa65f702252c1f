import StoreCore
import StoreTesting

extension StateSpace {
  /// The greatest number of suspects and of promises in a list.
  private static var listLimit: Int { 5 }

  /// Finds what holds in the space, and what nearly holds.
  ///
  /// No promise has to be invented. Each kind of promise is tried on all situations and steps: a mode that ends by
  /// itself, an effect that runs in a mode only, an input that does something whenever it should, a result that an
  /// older effect doesn't undo, work that inputs respect, lists that correspond. What holds in most of the space, and
  /// not in all of it, is a suspect: it has the shortest path to the exception. Several promises that one step breaks
  /// are one suspect.
  ///
  /// The idea is Daikon's (Ernst and others, 2001): likely invariants, found in what a program did. The exceptions to
  /// them as bugs are from Engler's "Bugs as Deviant Behavior" (2001).
  ///
  /// - Parameters:
  ///   - kinds: Kinds of promises of the project's own.
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The promises. If the space can't be explored, the test fails at the caller's line, and they are empty.
  public func promises(
    _ kinds: PromiseKind<Feature>...,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Promises {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    do {
      return Self.promises(in: try content.explored(at: site), kinds)
    } catch {
      error.failure.report(to: nil)
      return Promises(holding: [], suspects: [], unjudged: ["the space"], report: SpaceReport())
    }
  }

  /// Finds the promises of an explored space.
  static func promises(in space: some ExploredSpace<Feature>, _ kinds: [PromiseKind<Feature>] = []) -> Promises {
    let facts = PromiseFacts(space)
    let finders: [any CandidateFinder] = [
      EndlessModes(), UndoneSteps(), DeadInputs(), GovernedEffects(), GuardedWork(), RunningModes(), ListRelations(),
    ]
    let all = finders.flatMap { $0.candidates(in: facts) } + kinds.compactMap { $0.candidate(in: space, facts) }
    let ranked = all.filter { !$0.exceptions.isEmpty }
      .sorted { ($1.rank, $0.text) < ($0.rank, $1.text) }
    var suspects: [Promises.Promise] = []
    var roots: [String] = []
    for candidate in ranked {
      let (promise, root) = promise(candidate, facts, space)
      if let same = roots.firstIndex(of: root) {
        suspects[same].merge(promise)
      } else {
        suspects.append(promise)
        roots.append(root)
      }
    }
    let holding = all.filter { $0.exceptions.isEmpty }.sorted { ($1.support, $0.text) < ($0.support, $1.text) }
    return Promises(
      holding: holding.map { promise($0, facts, space).promise },
      suspects: Array(suspects.prefix(listLimit)),
      unjudged: facts.unjudged,
      report: space.report
    )
  }

  /// Returns a promise, with the step that first breaks it.
  private static func promise<Space: ExploredSpace<Feature>>(
    _ candidate: Candidate,
    _ facts: PromiseFacts,
    _ space: Space
  ) -> (promise: Promises.Promise, root: String) {
    var trace = SpaceTrace(space)
    var root = ""
    var path: [Int] = []
    let nearest = candidate.exceptions.min { space.depth(at: $0.node) < space.depth(at: $1.node) }
    if let nearest {
      let last = nearest.step.map { [space.moves(from: nearest.node)[facts.steps[$0].number]] } ?? []
      let moves = space.path(to: nearest.node) + last
      trace.follow(moves)
      path = moves.map { ($0 as? RecordedMove)?.number ?? 0 }
      root = general(candidate.complaint)
    }
    return (
      Promises.Promise(
        text: candidate.text,
        code: candidate.code,
        support: candidate.support,
        exceptions: candidate.exceptions.count,
        complaint: candidate.exceptions.isEmpty ? "" : candidate.complaint,
        trace: trace.lines,
        steps: trace.steps,
        path: path
      ),
      root
    )
  }
}

/// Returns a complaint without the numbers and texts in it, which don't make another bug of it.
private func general(_ complaint: String) -> String {
  let parts = complaint.split(separator: "\"", omittingEmptySubsequences: false)
  return parts.enumerated().map { $0.isMultiple(of: 2) ? String($1.filter { !$0.isNumber }) : "" }.joined()
}

extension PromiseFacts {
  /// What nothing in the space says anything about.
  var unjudged: [String] {
    let inputs = Set(steps.compactMap(\.input)).sorted()
    let idle = inputs.filter { input in !steps.contains { $0.input == input && $0.isEffective } }
    return idle.map { "\($0), which never did anything" }
  }
}

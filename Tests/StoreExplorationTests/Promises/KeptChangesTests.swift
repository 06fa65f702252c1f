import Testing

@testable import StoreExploration

/// What a failure takes back, in the facts of a course that are made by hand. To leave it stops a film.
@Suite struct KeptChangesTests {
  struct Course { let (isPlaying, absences): (Bool, Int) }

  /// The facts of courses whose number of absences a failure takes back, or leaves.
  ///
  /// - Parameters:
  ///   - courses: Whether it takes that back, for each course.
  ///   - others: The labels of the effects of the same name that run all the time.
  private func facts(_ courses: [Bool], besides others: [String]) -> PromiseFacts {
    let label = "leave(2)"
    func situation(_ absences: Int, playing: Bool = false, leaving: Bool = false) -> PromiseFacts.Situation {
      let films = playing ? ["play"] : []
      let own = leaving ? [label] : []
      return PromiseFacts.Situation(
        of: Course(isPlaying: playing, absences: absences),
        running: films + (others + own).map { _ in "leave" },
        labels: films + others + own
      )
    }
    let survivors: [Int?] = Array(others.indices)
    let steps = courses.indices.flatMap { course -> [PromiseFacts.Step] in
      let idle = 4 * course
      var leave = PromiseFacts.Step.byInput(".leave", idle, idle + 1, starting: ["leave"], cancelling: ["play"])
      (leave.startedLabels, leave.survivors) = ([label], [nil] + survivors)
      let ended: [Int?] = survivors + [nil]
      return [
        leave,
        .byEffect(label, idle + 1, idle + 2, call: "leave()", isFailure: true, survivors: ended),
        .byEffect(label, idle + 1, idle + 3, call: "leave()", survivors: ended),
      ]
    }
    return PromiseFacts(
      by: courses.flatMap { isTakenBack in
        [situation(0, playing: true), situation(1, leaving: true), situation(isTakenBack ? 0 : 1), situation(1)]
      },
      steps
    )
  }

  @Test(
    arguments: [
      ([true, false, false], [], true), ([true, false, false, false], [], false),
      ([true, false, false], ["leave(1)"], false),
    ] as [([Bool], [String], Bool)]
  )
  func `a failure leaves a change by mistake if it takes back a third of the others, and nothing like it ran before`(
    courses: [Bool],
    others: [String],
    isFound: Bool
  ) {
    let complaints = KeptChanges().candidates(in: facts(courses, besides: others)).map(\.complaint)
    #expect(complaints == (isFound ? ["a failed leave leaves absences as .leave has changed it"] : []))
  }
}

import Testing

@testable import StoreExploration

/// What interrupts a mode, and what resumes after it, in facts that are made by hand.
@Suite struct InterruptionTests {
  struct Player {
    var isInterrupted = false
    var isPlaying = false

    /// The title of a button, which follows on the mode.
    var title = "Play"
  }

  @Test func `a call that ends resumes only what it has interrupted`() {
    let states = [Player(), Player(isPlaying: true, title: "Pause"), Player(isInterrupted: true)]
    let steps = [(0, 1, "play"), (0, 2, "call begins"), (1, 2, "call begins"), (2, 1, "call ends")].map {
      PromiseFacts.Step(from: $0.0, to: $0.1, number: 0, input: $0.2, isChange: true)
    }
    let candidates = ResumedModes().candidates(in: PromiseFacts(of: states, steps))
    #expect(candidates.map(\.complaint) == ["call ends changes isPlaying, which call begins had not changed"])
    #expect(candidates.flatMap(\.exceptions) == [Candidate.Exception(node: 0, steps: [1, 3])])
  }

  struct Page { let (isLoading, isAway): (Bool, Bool) }

  @Test(arguments: [("back", true), (nil, false)] as [(String?, Bool)])
  func `a mode pauses where an input takes back what another one has set`(input: String?, pauses: Bool) throws {
    let facts = PromiseFacts(
      of: [(false, false), (true, false), (true, true)].map { Page(isLoading: $0, isAway: $1) },
      [PromiseFacts.Step(from: 1, to: 2, number: 0, input: "away"), .init(from: 2, to: 1, number: 0, input: input)]
    )
    let mode = try #require(facts.atoms.firstIndex { $0.text == "isLoading" })
    let reaches = [true, true, false]
    #expect(
      Pauses(of: facts.atoms[mode], where: facts.holds[mode], reaching: reaches, in: facts).includes(2) == pauses
    )
  }
}

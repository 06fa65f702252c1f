import SampleFeatures
import TestSupport
import Testing

@Suite("Search: invariants")
struct SearchInvariantTests {
  let rules: [String: (Search.State, _ effects: [String]) -> Bool] = [
    "a search runs in the phase of searching, and only there": { state, effects in
      (state.phase == .searching) == effects.contains("search")
    },
    "a wait runs in the phase of waiting, and only there": { state, effects in
      (state.phase == .waiting) == effects.contains("debounce")
    },
    "one effect runs at most": { _, effects in effects.count <= 1 },
    "an error leaves no results": { state, _ in state.error == nil || state.results.isEmpty },
    "a blank query has no answer": { state, _ in
      !state.query.allSatisfy(\.isWhitespace) || state.results.isEmpty && state.phase == .idle
    },
    "results are those of the query where no others are awaited": { state, _ in
      let words = state.query.split(separator: " ")
      return state.phase != .idle || state.results.allSatisfy { $0.title.split(separator: " ") == words }
    },
  ]

  @Test func `The invariants hold after every short sequence of moves`() async {
    for moves in SearchMove.sequences(ofLength: isThorough ? 3 : 2) {
      await walk(
        moves,
        from: Search.State(),
        in: Search(),
        edit: Search.Input.queryChanged,
        tap: Search.Input.resultTapped,
        rules: rules
      )
    }
  }

  @Test(arguments: seeds(2))
  func `The invariants hold after long sequences of random moves`(seed: UInt64) async {
    tally(.sequences)
    await walk(
      SearchMove.randomSequence(ofLength: 200, seed: seed),
      from: Search.State(),
      in: Search(),
      edit: Search.Input.queryChanged,
      tap: Search.Input.resultTapped,
      rules: rules
    )
  }
}

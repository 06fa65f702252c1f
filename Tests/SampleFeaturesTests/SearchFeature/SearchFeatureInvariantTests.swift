import SampleFeatures
import TestSupport
import Testing

@Suite("Search feature: invariants")
struct SearchFeatureInvariantTests {
  let rules: [String: (SearchFeature.State, _ effects: [String]) -> Bool] = [
    "it is loading as long as a search runs, and no longer": { state, effects in
      state.isLoading == effects.contains("search")
    },
    "one effect runs at most": { _, effects in effects.count <= 1 },
    "an error leaves no results, and nothing to wait for": { state, _ in
      state.error == nil || state.results.isEmpty && !state.isLoading
    },
    "a blank query has no answer, and awaits none": { state, effects in
      !state.query.allSatisfy(\.isWhitespace) || state.results.isEmpty && state.error == nil && effects.isEmpty
    },
  ]

  @Test func `The invariants hold after every short sequence of moves`() async {
    for moves in SearchMove.sequences(ofLength: isThorough ? 3 : 2) {
      await walk(
        moves,
        from: SearchFeature.State(),
        in: SearchFeature(),
        edit: SearchFeature.Action.queryChanged,
        tap: SearchFeature.Action.resultTapped,
        rules: rules
      )
    }
  }

  @Test(arguments: seeds(2))
  func `The invariants hold after long sequences of random moves`(seed: UInt64) async {
    tally(.sequences)
    await walk(
      SearchMove.randomSequence(ofLength: 200, seed: seed),
      from: SearchFeature.State(),
      in: SearchFeature(),
      edit: SearchFeature.Action.queryChanged,
      tap: SearchFeature.Action.resultTapped,
      rules: rules
    )
  }
}

import StoreCore
import StoreExploration
import StoreTesting
import Synchronization

extension FailureGallery {
  /// Wrong features and tests, found by generated sequences.
  static let sequenceExhibits = [
    Exhibit(.failedSequence, "The feature takes away more than there is, if it is asked often enough.") {
      await checkSequences {
        let store = TestStore(initialState: Purse.State()) { Purse() }
        store.always("the coins are never negative") { $0.coins >= 0 }
        return store
      } commands: {
        Command.send { .put($0.int(in: 1...9)) }
        Command.send { .take($0.int(in: 1...9)) }
      }
    },
    Exhibit(.divergedSequence, "The test does something else each time it is run.") {
      let runs = Mutex(0)
      await checkSequences {
        let isThird = runs.withLock { runs in
          runs += 1
          return runs == 3
        }
        let store = TestStore(initialState: Purse.State()) { Purse() }
        store.always("the third run is like the others") { _, _, _ in !isThird }
        return store
      } commands: {
        Command.send { .put($0.int(in: 1...9)) }
      }
    },
    Exhibit(.unusedCommand, "A command waits for a state that the others never lead to.") {
      await checkSequences(runs: 20) {
        TestStore(initialState: Purse.State()) { Purse() }
      } commands: {
        Command.send { .put($0.int(in: 1...9)) }
        Command.send(.take(1), when: { $0.coins < 0 })
      }
    },
  ]
}

/// A coin box.
private struct Purse: Reducer {
  /// The state of the box.
  struct State: Equatable {
    /// The number of coins.
    var coins = 0

    /// The number of withdrawals.
    var takings = 0
  }

  /// The inputs of the box.
  enum Input: Sendable {
    /// Adds coins.
    case put(Int)

    /// Removes coins.
    case take(Int)
  }

  /// Adds and removes coins. From the third withdrawal on, it doesn't check the number of coins.
  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    switch message {
    case .input(.put(let coins)): state.coins += coins
    case .input(.take(let coins)):
      state.takings += 1
      if state.takings > 2 || coins <= state.coins { state.coins -= coins }
    }
    return .none
  }
}

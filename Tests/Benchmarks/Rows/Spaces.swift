import StoreCore
import StoreExploration
import StoreTesting

extension Benchmark {
  /// The cost of a state of a state space.
  static let spaces = [
    Benchmark("state space: one state of the first 20,000", against: nil, reach: .microseconds(10)) { count in
      await time(of: count) {
        var states = 0
        // The bounds cut the space, which would fail a test.
        _ = await recordingFailures {
          states =
            StateSpace(
              initialState: Puzzle.State(),
              inputs: \.inputs,
              bounds: SpaceBounds(states: 20_000)
            ) {
              Puzzle()
            }
            .check(.always("a tile is there") { $0.bits != 0 }).states
        }
        return states
      }
    }
  ]
}

/// Eight tiles in a square of nine places.
private struct Puzzle: Reducer {
  /// The positions of the tiles.
  struct State: Hashable {
    /// The tiles, four bits each, line by line. Zero is the empty field.
    var bits: UInt64 = 0x0_7685_3241

    /// The possible moves.
    var inputs: [Input] {
      let free = free
      return Input.allCases.filter { $0.source(of: free) != nil }
    }

    func tile(_ place: Int) -> UInt64 { bits >> UInt64(4 * place) & 15 }

    /// The number of the free place.
    var free: Int { (0..<9).first { tile($0) == 0 } ?? 0 }
  }

  /// The direction in which a tile moves.
  enum Input: CaseIterable {
    /// The directions in which a tile can move.
    case down, up, right, left

    /// Returns the place of the tile that moves into the free place; nil if no tile can.
    func source(of free: Int) -> Int? {
      switch self {
      case .down: free > 2 ? free - 3 : nil
      case .up: free < 6 ? free + 3 : nil
      case .right: free % 3 > 0 ? free - 1 : nil
      case .left: free % 3 < 2 ? free + 1 : nil
      }
    }
  }

  func reduce(message: Message<Input, Never>, into state: inout State) -> Effect<Never, Never> {
    let free = state.free
    guard case .input(let input) = message, let from = input.source(of: free) else { return .none }
    let tile = state.tile(from)
    state.bits &= ~(15 << UInt64(4 * from))
    state.bits |= tile << UInt64(4 * free)
    return .none
  }
}

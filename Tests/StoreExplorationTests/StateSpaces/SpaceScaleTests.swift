import StoreCore
import StoreExploration
import StoreTesting
import Testing

/// Eight tiles in a square of nine places.
private struct Puzzle: Reducer {
  /// Where the tiles are.
  struct State: Hashable {
    /// The tiles, four bits each, line by line. Zero is the empty field.
    var bits: UInt64 = 0x0_8765_4321

    func tile(_ place: Int) -> UInt64 { bits >> UInt64(4 * place) & 15 }

    var free: Int { (0..<9).first { tile($0) == 0 } ?? 0 }

    /// The places from which a tile can go into the free one.
    var inputs: [Int] {
      let free = free
      return (free > 2 ? [free - 3] : []) + (free < 6 ? [free + 3] : []) + (free % 3 > 0 ? [free - 1] : [])
        + (free % 3 < 2 ? [free + 1] : [])
    }
  }

  func reduce(message: Message<Int, Never>, into state: inout State) -> Effect<Never, Never> {
    guard case .input(let place) = message else { return .none }
    let tile = state.tile(place)
    state.bits |= tile << UInt64(4 * state.free)
    state.bits &= ~(15 << UInt64(4 * place))
    return .none
  }
}

/// Whether these tests were built with optimization, without which a large space takes too long.
private var isOptimized: Bool {
  #if DEBUG
    false
  #else
    true
  #endif
}

/// Large spaces, in release: `swift test -c release -Xswiftc -enable-testing --filter SpaceScaleTests`.
@Suite("Large state spaces")
struct SpaceScaleTests {
  @Test(.enabled(if: isOptimized))
  func `a search visits half of all positions of the puzzle of eight`() {
    let clock = ContinuousClock()
    let start = clock.now
    let report = StateSpace(
      initialState: Puzzle.State(),
      inputs: \.inputs,
      bounds: SpaceBounds(states: 200_000)
    ) {
      Puzzle()
    }
    .check(.always("a place is free") { (0..<9).count { [state = $0.state] place in state.tile(place) == 0 } == 1 })
    print("\(report), \(report.bytesPerState) bytes a state, in \(clock.now - start)")
    #expect(report.description == "181,440 states, 483,840 edges, depth 31, 0 dead ends, complete")
  }
}

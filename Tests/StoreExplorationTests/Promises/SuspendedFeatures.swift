import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A walk with a dog. A confirmation that arrives in the background is lost, unless it is fixed.
struct DogWalk: Reducer {
  enum Mode: Hashable {
    case planning, offered, confirming, booked
    indirect case suspended(Mode)
  }

  struct State: Hashable { var mode = Mode.planning }
  enum Input: CaseIterable { case acceptTapped, doneTapped, wentToBackground, cameToForeground }
  enum Feedback { case confirmed, refused }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.mode) {
    case (.input(.acceptTapped), .planning): state.mode = .offered
    case (.input(.acceptTapped), .offered):
      state.mode = .confirming
      return .run("confirm") { send in
        try await post("Kim")
        await send(.confirmed)
      } catch: { _, send in
        await send(.refused)
      }
    case (.input(.doneTapped), .booked): state.mode = .planning
    case (.input(.wentToBackground), .suspended): break
    case (.input(.wentToBackground), let mode): state.mode = .suspended(mode)
    case (.input(.cameToForeground), .suspended(let mode)): state.mode = mode
    case (.feedback(.confirmed), .confirming): state.mode = .booked
    case (.feedback(.refused), .confirming): state.mode = .planning
    case (.feedback(.confirmed), .suspended(.confirming)) where isFixed: state.mode = .suspended(.booked)
    case (.feedback(.refused), .suspended(.confirming)) where isFixed: state.mode = .suspended(.planning)
    default: break
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: State(), inputs: Input.allCases, gates: [.post])
  }
}

import StoreCore
import StoreTesting

@testable import StoreExploration

/// A box that opens if both keys are in it. Its alarm rings after a minute.
struct Strongbox: Reducer {
  struct State: Equatable {
    var left = true
    var right = true
    var isOpen = false
  }

  enum Input: Sendable { case turned, ignored, alarmed, calmed, robbed }
  enum Feedback: Sendable { case rang }
  enum ID { case alarm }

  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.turned):
      if state.left && state.right { state.isOpen = true }
      return .none
    case .input(.alarmed):
      return .run("alarm") { [clock] send in
        try await clock.sleep(for: .seconds(60))
        await send(.rang)
      }
      .cancellable(id: ID.alarm)
    case .input(.calmed): return .cancel(id: ID.alarm)
    case .input(.robbed):
      state.left = false
      return .none
    case .input(.ignored), .feedback(.rang): return .none
    }
  }
}

extension Strongbox {
  /// The steps that send one input each.
  enum Step {
    static let turn = DrivenStep.command(0)
    static let ignore = DrivenStep.command(1)
    static let alarm = DrivenStep.command(2)
    static let calm = DrivenStep.command(3)
    static let rob = DrivenStep.command(4)
  }

  static var commands: [Command<Strongbox>] {
    [.send(.turned), .send(.ignored), .send(.alarmed), .send(.calmed), .send(.robbed)]
  }
}

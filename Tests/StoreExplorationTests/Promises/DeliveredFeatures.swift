import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// An order that counts as lost after an hour. A stream tells when it is delivered, and so does the user, after whom the hour goes on,
/// unless it is fixed.
struct LunchOrder: Reducer {
  enum State: Equatable { case choosing, underway, delivered, lost }

  enum Input: CaseIterable { case orderTapped, receivedTapped, doneTapped }

  enum Feedback { case delivered, overdue }

  private enum CancelID { case tracking, watch }

  let isFixed: Bool

  @Dependency(\.suspectEvents) private var events
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.orderTapped), .choosing):
      state = .underway
      return .merge(track(), watch())
    case (.input(.receivedTapped), .underway):
      state = .delivered
      return isFixed ? stop() : .cancel(id: CancelID.tracking)
    case (.feedback(.delivered), .underway):
      state = .delivered
      return stop()
    case (.feedback(.overdue), .underway), (.feedback(.overdue), .delivered):
      state = .lost
      return .cancel(id: CancelID.tracking)
    case (.input(.doneTapped), .delivered), (.input(.doneTapped), .lost):
      state = .choosing
      return .cancel(id: CancelID.watch)
    default: return .none
    }
  }

  private func stop() -> Effect<Feedback, Never> {
    .merge(.cancel(id: CancelID.tracking), .cancel(id: CancelID.watch))
  }

  private func track() -> Effect<Feedback, Never> {
    .run("tracking") { send in
      for await _ in events() { await send(.delivered) }
    }
    .cancellable(id: CancelID.tracking)
  }

  private func watch() -> Effect<Feedback, Never> {
    .run("watch") { send in
      try await clock.sleep(for: .seconds(3_600))
      await send(.overdue)
    }
    .cancellable(id: CancelID.watch)
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(isFixed: isFixed), from: .choosing, inputs: Input.allCases, gates: [.events(1)])
  }
}

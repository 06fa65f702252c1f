import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A lost bag that is ordered to a place. When its place changes meanwhile, the order never ends, unless it is fixed.
struct LostBag: Reducer {
  enum Slot: Hashable { case morning, evening }

  enum State: Hashable {
    case found(place: Int)
    case ordering(Slot, place: Int)
    case ordered
  }

  enum Input: Hashable { case orderTapped(Slot), moved, doneTapped }
  enum Feedback { case ordered(place: Int), failed(place: Int) }

  let isFixed: Bool

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.orderTapped(let slot)), .found(let place)):
      state = .ordering(slot, place: place)
      return .run("order", of: slot) { send in
        try await post("\(place)")
        await send(.ordered(place: place))
      } catch: { _, send in
        await send(.failed(place: place))
      }
    case (.input(.moved), .found): state = .found(place: 2)
    case (.input(.moved), .ordering(let slot, _)): state = .ordering(slot, place: 2)
    case (.input(.doneTapped), .ordered): state = .found(place: 1)
    case (.feedback(.ordered(let place)), .ordering(_, let present)):
      if isFixed || place == present { state = .ordered }
    case (.feedback(.failed(let place)), .ordering(_, let present)):
      if isFixed || place == present { state = .found(place: present) }
    default: break
    }
    return .none
  }

  static func space(isFixed: Bool) async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(isFixed: isFixed),
      from: State.found(place: 1),
      inputs: [.orderTapped(.morning), .orderTapped(.evening), .moved, .doneTapped],
      gates: [.post]
    )
  }
}

import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The shop that lends tools. Its server holds a reserved tool for a quarter of an hour.
struct G10Shop: Sendable {
  var reserve: @Sendable (_ tool: String) async throws -> Void
  var release: @Sendable (_ tool: String) async throws -> Void
  var pay: @Sendable (_ tool: String) async throws -> Void
  var takeBack: @Sendable (_ tool: String) async throws -> Void
}

enum G10ShopKey: TestDependencyKey {
  static let testValue = G10Shop(
    reserve: unimplemented("G10Shop.reserve"),
    release: unimplemented("G10Shop.release"),
    pay: unimplemented("G10Shop.pay"),
    takeBack: unimplemented("G10Shop.takeBack")
  )
}

extension DependencyValues {
  var g10Shop: G10Shop {
    get { self[G10ShopKey.self] }
    set { self[G10ShopKey.self] = newValue }
  }
}

struct G10Offline: Error {}

/// Rents one tool at a time: it is reserved, paid for, and brought back.
struct G10Rental: Reducer {
  struct Hold: Equatable {
    let tool: String
    /// The parts of five minutes for which the shop still holds the tool.
    var left = 3
    var hasPaymentFailed = false
  }

  enum State: Equatable {
    case browsing
    case reserving(tool: String)
    case reserveFailed(tool: String)
    case held(Hold)
    case releasing(tool: String)
    case expired(tool: String)
    case paying(Hold)
    case rented(tool: String)
    case returning(tool: String)
    case returnFailed(tool: String)
  }

  enum Input: Equatable {
    case toolTapped(String)
    case payTapped
    case returnTapped
    case retryTapped
    case closeTapped
  }

  enum Feedback: Equatable {
    case reserved
    case reserveFailed
    case partPassed
    case released
    case paid
    case payFailed
    case returned
    case returnFailed
  }

  private enum CancelID { case hold }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.g10Shop) private var shop

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.toolTapped(let tool)), .browsing),
      (.input(.toolTapped(let tool)), .reserveFailed),
      (.input(.toolTapped(let tool)), .expired),
      (.input(.retryTapped), .reserveFailed(let tool)),
      (.input(.retryTapped), .expired(let tool)):
      state = .reserving(tool: tool)
      return call("reserve", of: tool, shop.reserve, then: .reserved, or: .reserveFailed)

    case (.input(.payTapped), .held(var hold)):
      hold.hasPaymentFailed = false
      state = .paying(hold)
      return call("pay", of: hold.tool, shop.pay, then: .paid, or: .payFailed)

    case (.input(.returnTapped), .rented(let tool)),
      (.input(.returnTapped), .returnFailed(let tool)),
      (.input(.retryTapped), .returnFailed(let tool)):
      state = .returning(tool: tool)
      return call("takeBack", of: tool, shop.takeBack, then: .returned, or: .returnFailed)

    case (.input(.closeTapped), .held(let hold)):
      state = .releasing(tool: hold.tool)
      // The shop ends a hold by itself if it can't be told.
      return .merge(
        .cancel(id: CancelID.hold),
        call("release", of: hold.tool, shop.release, then: .released, or: .released)
      )

    case (.input(.closeTapped), .reserveFailed), (.input(.closeTapped), .expired):
      state = .browsing
      return .none

    case (.input(.closeTapped), .returnFailed(let tool)):
      state = .rented(tool: tool)
      return .none

    case (.feedback(.reserved), .reserving(let tool)):
      state = .held(Hold(tool: tool))
      return .run("hold", of: tool) { send in
        for await _ in clock.timer(interval: .seconds(300)) { await send(.partPassed) }
      }
      .cancellable(id: CancelID.hold, cancelInFlight: true)

    case (.feedback(.reserveFailed), .reserving(let tool)):
      state = .reserveFailed(tool: tool)
      return .none

    case (.feedback(.partPassed), .held(var hold)):
      hold.left -= 1
      guard hold.left <= 0 else {
        state = .held(hold)
        return .none
      }
      state = .expired(tool: hold.tool)
      return .cancel(id: CancelID.hold)

    case (.feedback(.partPassed), .paying(var hold)):
      // The shop doesn't give the tool away while it is being paid for.
      hold.left -= 1
      state = .paying(hold)
      return hold.left <= 0 ? .cancel(id: CancelID.hold) : .none

    case (.feedback(.released), .releasing), (.feedback(.returned), .returning):
      state = .browsing
      return .none

    case (.feedback(.paid), .paying(let hold)):
      state = .rented(tool: hold.tool)
      return .cancel(id: CancelID.hold)

    case (.feedback(.payFailed), .paying(var hold)):
      hold.hasPaymentFailed = true
      state = hold.left > 0 ? .held(hold) : .expired(tool: hold.tool)
      return .none

    case (.feedback(.returnFailed), .returning(let tool)):
      state = .returnFailed(tool: tool)
      return .none

    default:
      return .none
    }
  }

  /// Calls the shop, and says how that has ended.
  private func call(
    _ name: String,
    of tool: String,
    _ endpoint: @escaping @Sendable (String) async throws -> Void,
    then success: Feedback,
    or failure: Feedback
  ) -> Effect<Feedback, Never> {
    .run(name, of: tool) { send in
      try await endpoint(tool)
      await send(success)
    } catch: { _, send in
      await send(failure)
    }
  }
}

struct G10Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.toolTapped("drill"), .toolTapped("saw"), .payTapped, .returnTapped, .retryTapped, .closeTapped]
    ) { () -> TestStore<G10Rental> in
      let store = TestStore(initialState: G10Rental.State.browsing) { G10Rental() }
      store.gate("reserve", at: \.g10Shop.reserve) { _ in [.success(()), .failure(G10Offline())] }
      store.gate("release", at: \.g10Shop.release) { _ in [.success(()), .failure(G10Offline())] }
      store.gate("pay", at: \.g10Shop.pay) { _ in [.success(()), .failure(G10Offline())] }
      store.gate("takeBack", at: \.g10Shop.takeBack) { _ in [.success(()), .failure(G10Offline())] }
      return store
    }
  }
}

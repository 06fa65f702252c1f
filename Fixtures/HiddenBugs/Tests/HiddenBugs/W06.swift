import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The stays of a guest in the hotels of a chain.
struct W06Stays: Reducer {
  struct State: Equatable, Identifiable {
    /// The guest.
    let id: String
    var stays: [String] = []
    var isLoading = true
    var hasFailed = false
    var showsPast = false
  }

  enum Input: Equatable, Sendable { case refreshTapped, pastTapped }
  enum Feedback: Equatable, Sendable { case loaded([String]), failed, expired }
  enum Output: Equatable, Sendable { case sessionEnded }

  @Dependency(\.w06Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return load(state.id)

    case .input(.pastTapped):
      state.showsPast.toggle()
      return .none

    case .feedback(.loaded(let stays)):
      state.isLoading = false
      state.stays = stays
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.expired):
      state.isLoading = false
      return .output(.sessionEnded)
    }
  }

  private func load(_ guest: String) -> Effect<Feedback, Output> {
    .run("stays", of: guest) { send in
      await send(.loaded(try await client.stays(guest)))
    } catch: { error, send in
      await send(error is W06SessionExpired ? .expired : .failed)
    }
  }
}

/// The lounge of a guest: the stays, the points, and vouchers for points.
struct W06Lounge: Reducer {
  struct State: Equatable {
    var guest: String?
    var hasSessionEnded = false
    var stays: W06Stays.State?
    var points: Int?
    var isLoadingPoints = false
    var havePointsFailed = false
    var voucher: String?
    var isRedeeming = false
    var hasRedeemFailed = false
  }

  enum Input: Equatable, Sendable {
    case signedIn(String)
    case signedOut
    case pointsTapped
    case redeemTapped
    case voucherClosed
    case stays(W06Stays.Input)
  }

  enum Feedback: Equatable, Sendable {
    case stays(ChildFeedback<W06Stays>)
    case pointsLoaded(Int)
    case pointsFailed
    case redeemed(W06Voucher)
    case redeemFailed
  }

  private enum CancelID { case points, redeem }

  private let stays = Scope<W06Lounge, W06Stays>(ifLet: \.stays, feedback: Feedback.stays) { W06Stays() }

  @Dependency(\.w06Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.stays(let input)): return stays.reduce(.input(input), into: &state)
    case .feedback(.stays(.feedback(let feedback))): return stays.reduce(.feedback(feedback), into: &state)

    case .input(.signedIn(let guest)):
      guard state.guest == nil else { return .none }
      state = State(guest: guest, stays: W06Stays.State(id: guest))
      return .merge(stays.start(from: state), loadPoints(of: guest, into: &state))

    case .input(.signedOut):
      state = State()
      return .merge(.cancel(id: CancelID.points), .cancel(id: CancelID.redeem))

    case .feedback(.stays(.output(.sessionEnded))):
      state = State(hasSessionEnded: true)
      return .cancel(id: CancelID.points)

    case .input(.pointsTapped):
      guard let guest = state.guest, !state.isLoadingPoints, !state.isRedeeming else { return .none }
      return loadPoints(of: guest, into: &state)

    case .input(.redeemTapped):
      guard let guest = state.guest, let points = state.points, points >= 100 else { return .none }
      guard !state.isLoadingPoints, !state.isRedeeming, state.voucher == nil else { return .none }
      state.isRedeeming = true
      state.hasRedeemFailed = false
      return .run("redeem", of: guest) { send in
        await send(.redeemed(try await client.redeem(guest)))
      } catch: { _, send in
        await send(.redeemFailed)
      }
      .cancellable(id: CancelID.redeem, cancelInFlight: true)

    case .input(.voucherClosed):
      state.voucher = nil
      return .none

    case .feedback(.pointsLoaded(let points)):
      state.isLoadingPoints = false
      state.points = points
      return .none

    case .feedback(.pointsFailed):
      state.isLoadingPoints = false
      state.havePointsFailed = true
      return .none

    case .feedback(.redeemed(let voucher)):
      state.isRedeeming = false
      state.points = voucher.pointsLeft
      state.voucher = voucher.code
      return .none

    case .feedback(.redeemFailed):
      state.isRedeeming = false
      state.hasRedeemFailed = true
      return .none
    }
  }

  private func loadPoints(of guest: String, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoadingPoints = true
    state.havePointsFailed = false
    return .run("points", of: guest) { send in
      await send(.pointsLoaded(try await client.points(guest)))
    } catch: { _, send in
      await send(.pointsFailed)
    }
    .cancellable(id: CancelID.points, cancelInFlight: true)
  }
}

struct W06Voucher: Equatable, Sendable {
  var code: String
  var pointsLeft: Int
}

struct W06Client: TestDependencyKey, Sendable {
  var stays: @Sendable (_ guest: String) async throws -> [String]
  var points: @Sendable (_ guest: String) async throws -> Int
  var redeem: @Sendable (_ guest: String) async throws -> W06Voucher

  static let testValue = W06Client(
    stays: unimplemented("W06Client.stays"),
    points: unimplemented("W06Client.points"),
    redeem: unimplemented("W06Client.redeem")
  )
}

extension DependencyValues {
  var w06Client: W06Client {
    get { self[W06Client.self] }
    set { self[W06Client.self] = newValue }
  }
}

struct W06Offline: Error {}
struct W06SessionExpired: Error {}

struct W06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W06Lounge.State) -> [W06Lounge.Input] in
        guard state.guest != nil else { return [.signedIn("Ada"), .signedIn("Ben")] }
        if state.voucher != nil { return [.voucherClosed] }
        var inputs: [W06Lounge.Input] = [.signedOut, .stays(.refreshTapped), .stays(.pastTapped), .pointsTapped]
        if state.points != nil { inputs.append(.redeemTapped) }
        return inputs
      }
    ) { () -> TestStore<W06Lounge> in
      let store = TestStore(initialState: W06Lounge.State()) { W06Lounge() }
      store.gate("stays", at: \.w06Client.stays) { guest in
        [.success(["\(guest) in Lisbon"]), .failure(W06Offline()), .failure(W06SessionExpired())]
      }
      store.gate("points", at: \.w06Client.points) { _ in [.success(300), .failure(W06Offline())] }
      store.gate("redeem", at: \.w06Client.redeem) { guest in
        [.success(W06Voucher(code: "SPA \(guest)", pointsLeft: 200)), .failure(W06Offline())]
      }
      return store
    }
  }
}

import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The school bus on a map. A notice of the driver covers the map for a few seconds.
struct Y24SchoolBus: Reducer {
  struct State: Equatable {
    var isActive = true
    var bus: String?
    var stop: String?
    var isLoading = false
    var hasFailed = false
    var notice: String?
    var isLoadingNotice = false
    var noticeFailed = false
  }

  enum Input: Equatable, Sendable {
    case busChosen(String)
    case closeTapped
    case noticeTapped
    case noticeClosed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case located(String)
    case failed
    case pollDue
    case noticeLoaded(String)
    case noticeFailed
    case noticeOver
  }

  private enum CancelID { case position, notice }

  @Dependency(\.y24Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.busChosen(let bus)):
      guard bus != state.bus else { return .none }
      state = State(bus: bus)
      return .merge(.cancel(id: CancelID.notice), locate(&state))

    case .input(.closeTapped):
      state = State()
      return .merge(.cancel(id: CancelID.notice), .cancel(id: CancelID.position))

    case .input(.noticeTapped):
      guard let bus = state.bus, state.notice == nil, !state.isLoadingNotice else { return .none }
      state.isLoadingNotice = true
      state.noticeFailed = false
      return .run("notice", of: bus) { send in
        await send(.noticeLoaded(try await client.notice(bus)))
      } catch: { _, send in
        await send(.noticeFailed)
      }
      .cancellable(id: CancelID.notice)

    case .input(.noticeClosed):
      guard state.notice != nil else { return .none }
      state.notice = nil
      return .merge(.cancel(id: CancelID.notice), locate(&state))

    case .input(.wentToBackground):
      state.isActive = false
      if state.isLoadingNotice {
        state.isLoadingNotice = false
        return .merge(.cancel(id: CancelID.notice), pause(&state))
      }
      return pause(&state)

    case .input(.cameToForeground):
      state.isActive = true
      return state.notice == nil ? locate(&state) : .none

    case .feedback(.located(let stop)):
      state.isLoading = false
      state.stop = stop
      return poll()

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return poll()

    case .feedback(.pollDue):
      return locate(&state)

    case .feedback(.noticeLoaded(let notice)):
      state.isLoadingNotice = false
      state.notice = notice
      return .merge(
        pause(&state),
        .run("hide notice") { send in
          try await clock.sleep(for: .seconds(8))
          await send(.noticeOver)
        }
        .cancellable(id: CancelID.notice, cancelInFlight: true)
      )

    case .feedback(.noticeFailed):
      state.isLoadingNotice = false
      state.noticeFailed = true
      return .none

    case .feedback(.noticeOver):
      state.notice = nil
      return locate(&state)
    }
  }

  private func locate(_ state: inout State) -> Effect<Feedback, Never> {
    guard let bus = state.bus else { return .none }
    state.isLoading = true
    state.hasFailed = false
    return .run("position", of: bus) { send in
      await send(.located(try await client.position(bus)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.position, cancelInFlight: true)
  }

  private func poll() -> Effect<Feedback, Never> {
    .run("poll") { send in
      try await clock.sleep(for: .seconds(15))
      await send(.pollDue)
    }
    .cancellable(id: CancelID.position, cancelInFlight: true)
  }

  private func pause(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = false
    return .cancel(id: CancelID.position)
  }
}

struct Y24Client: TestDependencyKey, Sendable {
  var position: @Sendable (_ bus: String) async throws -> String
  var notice: @Sendable (_ bus: String) async throws -> String

  static let testValue = Y24Client(
    position: unimplemented("Y24Client.position"),
    notice: unimplemented("Y24Client.notice")
  )
}

extension DependencyValues {
  var y24Client: Y24Client {
    get { self[Y24Client.self] }
    set { self[Y24Client.self] = newValue }
  }
}

struct Y24Offline: Error {}

struct Y24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: Y24SchoolBus.State) -> [Y24SchoolBus.Input] in
        guard state.isActive else { return [.cameToForeground] }
        var inputs: [Y24SchoolBus.Input] = [.wentToBackground, .busChosen("7"), .busChosen("12")]
        guard state.bus != nil else { return inputs }
        inputs.append(.closeTapped)
        inputs.append(state.notice == nil ? .noticeTapped : .noticeClosed)
        return inputs
      }
    ) { () -> TestStore<Y24SchoolBus> in
      let store = TestStore(initialState: Y24SchoolBus.State()) { Y24SchoolBus() }
      store.gate("position", at: \.y24Client.position) { bus in [.success("Mill Lane, \(bus)"), .failure(Y24Offline())]
      }
      store.gate("notice", at: \.y24Client.notice) { _ in [.success("Five minutes late"), .failure(Y24Offline())] }
      return store
    }
  }
}

import StoreCore
import StoreDependencies

/// Pages whose retry is dead after a failed refresh on the last page, unless it is fixed.
struct Feed: Reducer {
  struct State: Equatable {
    var items: [Int] = []
    var page = 0
    var isLastPage = false
    var isLoading = false
    var hasFailed = false
  }

  enum Input: Sendable { case appeared, endReached, pulledToRefresh, retryTapped }
  enum Feedback: Sendable { case loaded(page: Int, Result<[Int], SuspectClient.Offline>) }

  let isFixed: Bool

  @Dependency(\.suspectLoad) private var items

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      return state.items.isEmpty && !state.isLoading && !state.hasFailed ? load(0, &state) : .none
    case .input(.endReached): return next(&state)
    case .input(.pulledToRefresh): return load(0, &state)
    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      if isFixed { return load(state.page, &state) }
      state.hasFailed = false
      let effect = next(&state)
      if !state.isLoading { state.hasFailed = true }
      return effect
    case .feedback(.loaded(let page, .success(let new))):
      state.isLoading = false
      state.items = page == 0 ? new : state.items + new
      state.page = min(3, page + 1)
      state.isLastPage = new.isEmpty
      return .none
    case .feedback(.loaded(_, .failure)):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func next(_ state: inout State) -> Effect<Feedback, Never> {
    guard !state.isLoading, !state.isLastPage, !state.hasFailed else { return .none }
    return load(state.page, &state)
  }

  private func load(_ page: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("load", of: page) { [items] send in
      do {
        await send(.loaded(page: page, .success(try await items(page))))
      } catch is CancellationError {
      } catch {
        await send(.loaded(page: page, .failure(SuspectClient.Offline())))
      }
    }
    .cancellable(id: "load", cancelInFlight: true)
  }
}

/// Messages of which a delivered one turns into failed after its timeout, unless they are fixed.
struct Messenger: Reducer {
  struct Item: Equatable, Sendable, Identifiable {
    let id: Int
    var status: Status
  }

  enum Status: Equatable, Sendable { case sending, delivered, failed }
  struct State: Equatable { var messages: [Item] = [] }
  enum Input: Sendable { case sendTapped, retryTapped(Int) }
  enum Feedback: Sendable { case sent(Int, isDelivered: Bool), timedOut(Int) }

  let isFixed: Bool

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.sendTapped):
      guard state.messages.count < 2 else { return .none }
      state.messages.append(Item(id: state.messages.count, status: .sending))
      return transmit(state.messages.count - 1)
    case .input(.retryTapped(let id)):
      guard state.messages.indices.contains(id), state.messages[id].status == .failed else { return .none }
      state.messages[id].status = .sending
      return transmit(id)
    case .feedback(.sent(let id, let isDelivered)):
      state.messages[id].status = isDelivered ? .delivered : .failed
      return isFixed || !isDelivered ? .cancel(id: "timeout \(id)") : .none
    case .feedback(.timedOut(let id)):
      state.messages[id].status = .failed
      return .cancel(id: "post \(id)")
    }
  }

  private func transmit(_ id: Int) -> Effect<Feedback, Never> {
    .merge(
      .run("post", of: id) { [post] send in
        do {
          try await post("\(id)")
          await send(.sent(id, isDelivered: true))
        } catch is CancellationError {
        } catch {
          await send(.sent(id, isDelivered: false))
        }
      }
      .cancellable(id: "post \(id)", cancelInFlight: true),
      .run("timeout", of: id) { [clock] send in
        try await clock.sleep(for: .seconds(10))
        await send(.timedOut(id))
      }
      .cancellable(id: "timeout \(id)", cancelInFlight: true)
    )
  }
}

/// A display whose timer starts in the background if its interval arrives there, unless it is fixed.
struct PulsingDisplay: Reducer {
  struct State: Equatable {
    var isActive = true
    var interval: Int?
    var ticks = 0
    var isLoading = false
  }

  enum Input: Sendable { case appeared, becameActive, enteredBackground, resetTapped }
  enum Feedback: Sendable { case configured(Int), failed, ticked }

  let isFixed: Bool

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.interval == nil, !state.isLoading else { return .none }
      state.isLoading = true
      return .run("interval") { [load] send in
        do {
          await send(.configured(try await load(0).count))
        } catch is CancellationError {
        } catch {
          await send(.failed)
        }
      }
    case .input(.becameActive):
      guard !state.isActive else { return .none }
      state.isActive = true
      return state.interval.map(timer) ?? .none
    case .input(.enteredBackground):
      state.isActive = false
      return .cancel(id: "timer")
    case .input(.resetTapped):
      state.ticks = 0
      return .none
    case .feedback(.configured(let seconds)):
      state.isLoading = false
      state.interval = seconds
      return isFixed && !state.isActive ? .none : timer(seconds)
    case .feedback(.failed):
      state.isLoading = false
      return .none
    case .feedback(.ticked):
      state.ticks = min(3, state.ticks + 1)
      return .none
    }
  }

  private func timer(_ seconds: Int) -> Effect<Feedback, Never> {
    .run("timer") { [clock] send in
      while true {
        try await clock.sleep(for: .seconds(seconds))
        await send(.ticked)
      }
    }
    .cancellable(id: "timer", cancelInFlight: true)
  }
}

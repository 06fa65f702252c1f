import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// One dock of the warehouse, with the hours at which it is free.
struct M32Dock: Reducer {
  struct State: Equatable {
    let name: String
    var hours: [Int] = []
    var isLoading = true
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case hourTapped(Int)
    case reloadTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([Int])
    case failed
  }

  enum Output: Equatable, Sendable { case chosen(String, Int) }

  private enum CancelID { case hours }

  @Dependency(\.m32Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { hours(of: state.name) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.hourTapped(let hour)):
      guard state.hours.contains(hour) else { return .none }
      return .output(.chosen(state.name, hour))

    case .input(.reloadTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasFailed = false
      return hours(of: state.name)

    case .feedback(.loaded(let hours)):
      state.isLoading = false
      state.hours = hours
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func hours(of dock: String) -> Effect<Feedback, Output> {
    .run("hours", of: dock) { send in
      await send(.loaded(try await client.hours(dock)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.hours, cancelInFlight: true)
  }
}

enum M32Screen: Equatable {
  case dock(M32Dock.State)
  case rules
}

extension M32Screen {
  var dock: M32Dock.State? {
    get { if case .dock(let dock) = self { dock } else { nil } }
    set { if let newValue { self = .dock(newValue) } }
  }
}

/// The docks of a warehouse. What a haulier has filled in, and what is being booked, belongs to the dock and not to a screen.
struct M32Docks: Reducer {
  struct Plan: Equatable {
    var hour: Int?
    var plate = ""
  }

  enum Booking: Equatable {
    case sending
    case booked(Int)
    case failed
  }

  struct State: Equatable {
    var path: Stack<M32Screen> = []
    var plans: [String: Plan] = [:]
    var bookings: [String: Booking] = [:]

    func isEditable(_ dock: String) -> Bool { bookings[dock] == nil || bookings[dock] == .failed }
  }

  enum Input: Equatable, Sendable {
    case dockTapped(String)
    case linkOpened(String)
    case rulesTapped
    case pathChanged([ScreenID])
    case plateChanged(String, dock: String)
    case bookTapped(dock: String)
    case dock(ScreenID, M32Dock.Input)
  }

  enum Feedback: Equatable, Sendable {
    case dock(ScreenID, ChildFeedback<M32Dock>)
    case booked(String, Int)
    case bookingFailed(String)
  }

  let dock = ScopeScreens<M32Docks, M32Dock>(at: .screens(\.path, \.dock), feedback: Feedback.dock) { M32Dock() }

  @Dependency(\.m32Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.dockTapped(let name)):
      return open(name, in: &state)

    case .input(.linkOpened(let name)):
      guard state.path.top?.dock?.name != name else { return .none }
      state.path.popAll()
      return open(name, in: &state)

    case .input(.rulesTapped):
      state.path.push(.rules)
      return .none

    case .input(.pathChanged(let ids)):
      state.path.ids = ids
      return .none

    case .input(.plateChanged(let plate, let name)):
      guard state.isEditable(name) else { return .none }
      state.plans[name, default: Plan()].plate = plate
      return .none

    case .input(.bookTapped(let name)):
      guard state.isEditable(name), let plan = state.plans[name], let hour = plan.hour, !plan.plate.isEmpty else {
        return .none
      }
      state.bookings[name] = .sending
      return .run("book", of: name) { send in
        try await client.book(name, hour, plan.plate)
        await send(.booked(name, hour))
      } catch: { _, send in
        await send(.bookingFailed(name))
      }

    case .input(.dock(let id, let input)):
      return dock.reduce(.input(input), id: id, into: &state)

    case .feedback(.dock(let id, .feedback(let feedback))):
      return dock.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.dock(_, .output(.chosen(let name, let hour)))):
      guard state.isEditable(name) else { return .none }
      state.plans[name, default: Plan()].hour = hour
      return .none

    case .feedback(.booked(let name, let hour)):
      state.bookings[name] = .booked(hour)
      state.plans[name] = nil
      return .none

    case .feedback(.bookingFailed(let name)):
      state.bookings[name] = .failed
      return .none
    }
  }

  private func open(_ name: String, in state: inout State) -> Effect<Feedback, Never> {
    let id = state.path.push(.dock(M32Dock.State(name: name)))
    return dock.start(id: id, from: state)
  }
}

struct M32Client: TestDependencyKey, Sendable {
  var hours: @Sendable (_ dock: String) async throws -> [Int]
  var book: @Sendable (_ dock: String, _ hour: Int, _ plate: String) async throws -> Void

  static let testValue = M32Client(
    hours: unimplemented("M32Client.hours"),
    book: unimplemented("M32Client.book")
  )
}

extension DependencyValues {
  var m32Client: M32Client {
    get { self[M32Client.self] }
    set { self[M32Client.self] = newValue }
  }
}

struct M32Refused: Error {}

struct M32Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M32Docks.State) -> [M32Docks.Input] in
        var inputs: [M32Docks.Input] = [.linkOpened("South")]
        guard let id = state.path.ids.last, let top = state.path.top else { return inputs + [.dockTapped("North")] }
        inputs.append(.pathChanged(Array(state.path.ids.dropLast())))
        guard let dock = top.dock else { return inputs }
        inputs.append(.rulesTapped)
        if dock.hasFailed { inputs.append(.dock(id, .reloadTapped)) }
        guard state.isEditable(dock.name) else { return inputs }
        for hour in dock.hours { inputs.append(.dock(id, .hourTapped(hour))) }
        inputs.append(.plateChanged("HH-71", dock: dock.name))
        if let plan = state.plans[dock.name], plan.hour != nil, !plan.plate.isEmpty {
          inputs.append(.bookTapped(dock: dock.name))
        }
        return inputs
      }
    ) { () -> TestStore<M32Docks> in
      let store = TestStore(initialState: M32Docks.State()) { M32Docks() }
      store.gate("hours", at: \.m32Client.hours) { _ in [.success([8]), .failure(M32Refused())] }
      store.gate("book", at: \.m32Client.book) { _ in [.success(()), .failure(M32Refused())] }
      return store
    }
  }
}

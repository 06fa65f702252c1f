import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct O02Offline: Error {}

struct O02Change: Hashable, Sendable {
  var permit: Int
  var plate: String
}

struct O02PermitClient: DependencyKey, Sendable {
  var plate: @Sendable (_ permit: Int) async throws -> String
  var save: @Sendable (_ change: O02Change) async throws -> Void

  static let liveValue = O02PermitClient(plate: { _ in "HH-A 1" }, save: { _ in })
  static let testValue = O02PermitClient(
    plate: unimplemented("O02PermitClient.plate"),
    save: unimplemented("O02PermitClient.save")
  )
}

extension DependencyValues {
  var o02PermitClient: O02PermitClient {
    get { self[O02PermitClient.self] }
    set { self[O02PermitClient.self] = newValue }
  }
}

/// The parking permits of a household: a permit is opened by hand or by a link, and its number plate is changed.
struct O02Permits: Reducer {
  enum State: Equatable {
    case overview
    case loading(Int)
    case unavailable(Int)
    case form(Form)
    case asking(Form, then: Target)
  }

  struct Form: Equatable {
    var permit: Int
    var plate: String
    var stored: String
    var phase = Phase.editing

    var isChanged: Bool { plate != stored }
  }

  enum Phase: Equatable { case editing, saving, rejected }
  enum Target: Equatable { case overview, permit(Int) }

  enum Input: Equatable, Sendable {
    case permitTapped(Int)
    case linkOpened(Int)
    case retryTapped
    case plateTyped(String)
    case saveTapped
    case closeTapped
    case stayTapped
    case discardTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case saved
    case saveFailed(stored: String)
  }

  private enum CancelID { case permit }

  @Dependency(\.o02PermitClient) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.permitTapped(let permit)):
      guard state == .overview else { return .none }
      return open(permit, &state)

    case .input(.linkOpened(let permit)):
      switch state {
      case .overview, .unavailable:
        return open(permit, &state)
      case .loading(let current):
        return current == permit ? .none : open(permit, &state)
      case .form(let form):
        return form.permit == permit ? .none : leave(form, for: .permit(permit), &state)
      case .asking(let form, _):
        state = form.permit == permit ? .form(form) : .asking(form, then: .permit(permit))
        return .none
      }

    case .input(.retryTapped):
      guard case .unavailable(let permit) = state else { return .none }
      return open(permit, &state)

    case .input(.plateTyped(let plate)):
      guard case .form(var form) = state, form.phase != .saving else { return .none }
      form.plate = plate
      form.phase = .editing
      state = .form(form)
      return .none

    case .input(.saveTapped):
      guard case .form(let form) = state, form.phase != .saving, form.isChanged else { return .none }
      return save(form, &state)

    case .input(.closeTapped):
      switch state {
      case .overview, .asking:
        return .none
      case .loading, .unavailable:
        return go(to: .overview, &state)
      case .form(let form):
        guard form.phase != .saving else { return .none }
        return leave(form, for: .overview, &state)
      }

    case .input(.stayTapped):
      guard case .asking(let form, _) = state else { return .none }
      state = .form(form)
      return .none

    case .input(.discardTapped):
      guard case .asking(_, let target) = state else { return .none }
      return go(to: target, &state)

    case .feedback(.loaded(let plate)):
      guard case .loading(let permit) = state else { return .none }
      state = .form(Form(permit: permit, plate: plate, stored: plate))
      return .none

    case .feedback(.loadFailed):
      guard case .loading(let permit) = state else { return .none }
      state = .unavailable(permit)
      return .none

    case .feedback(.saved):
      guard case .form(var form) = state, form.phase == .saving else { return .none }
      form.phase = .editing
      state = .form(form)
      return .none

    case .feedback(.saveFailed(let stored)):
      guard case .form(var form) = state, form.phase == .saving else { return .none }
      form.stored = stored
      form.phase = .rejected
      state = .form(form)
      return .none
    }
  }

  private func leave(_ form: Form, for target: Target, _ state: inout State) -> Effect<Feedback, Never> {
    guard form.isChanged else { return go(to: target, &state) }
    state = .asking(form, then: target)
    return .none
  }

  private func go(to target: Target, _ state: inout State) -> Effect<Feedback, Never> {
    switch target {
    case .overview:
      state = .overview
      return .cancel(id: CancelID.permit)
    case .permit(let permit):
      return open(permit, &state)
    }
  }

  private func open(_ permit: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state = .loading(permit)
    return .run("plate", of: permit) { send in
      await send(.loaded(try await client.plate(permit)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.permit, cancelInFlight: true)
  }

  private func save(_ form: Form, _ state: inout State) -> Effect<Feedback, Never> {
    let stored = form.stored
    let change = O02Change(permit: form.permit, plate: form.plate)
    state = .form(Form(permit: form.permit, plate: form.plate, stored: form.plate, phase: .saving))
    return .run("save", of: change) { send in
      try await client.save(change)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed(stored: stored))
    }
    .cancellable(id: CancelID.permit, cancelInFlight: true)
  }
}

struct O02Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O02Permits.State) -> [O02Permits.Input] in
        switch state {
        case .overview: [.permitTapped(1), .linkOpened(2)]
        case .loading: [.closeTapped, .linkOpened(1), .linkOpened(2)]
        case .unavailable: [.closeTapped, .retryTapped, .linkOpened(2)]
        case .form:
          [.plateTyped("HH-B 2"), .plateTyped("HH-C 3"), .saveTapped, .closeTapped, .linkOpened(1), .linkOpened(2)]
        case .asking: [.stayTapped, .discardTapped, .linkOpened(1), .linkOpened(2)]
        }
      }
    ) { () -> TestStore<O02Permits> in
      let store = TestStore(initialState: O02Permits.State.overview) { O02Permits() }
      store.gate("plate", at: \.o02PermitClient.plate) { _ in [.success("HH-A 1"), .failure(O02Offline())] }
      store.gate("save", at: \.o02PermitClient.save) { _ in [.success(()), .failure(O02Offline())] }
      return store
    }
  }
}

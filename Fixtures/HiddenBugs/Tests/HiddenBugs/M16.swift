import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// An expense report. Links open other reports.
struct M16Expenses: Reducer {
  struct State: Equatable {
    var phase = Phase.empty
    var pendingLink: String?

    var form: Form? { if case .editing(let form) = phase { form } else { nil } }

    /// A link waits for a save. Once none runs, the user is asked.
    var asksToDiscard: Bool { pendingLink != nil && form?.save != .saving }
  }

  enum Phase: Equatable {
    case empty
    case loading(String)
    case unavailable(String)
    case editing(Form)
  }

  struct Form: Equatable {
    var id: String
    var text: String
    var savedText: String
    var save = Save.idle

    var isEdited: Bool { text != savedText }
  }

  enum Save: Equatable { case idle, saving, failed }

  enum Input: Equatable, Sendable {
    case linkOpened(String)
    case reloadTapped
    case textChanged(String)
    case saveTapped
    case discardTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(id: String, text: String)
    case loadFailed(id: String)
    case saved(String)
    case saveFailed
  }

  private enum CancelID { case load }

  @Dependency(\.m16Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.linkOpened(let id)):
      switch state.phase {
      case .loading(id):
        return .none
      case .empty, .loading, .unavailable:
        return open(id, &state)
      case .editing(let form):
        if form.id == id {
          state.pendingLink = nil
          return .none
        }
        guard form.save == .saving || form.isEdited else { return open(id, &state) }
        state.pendingLink = id
        return .none
      }

    case .input(.reloadTapped):
      guard case .unavailable(let id) = state.phase else { return .none }
      return open(id, &state)

    case .input(.textChanged(let text)):
      guard var form = state.form else { return .none }
      form.text = text
      if form.save == .failed { form.save = .idle }
      state.phase = .editing(form)
      return .none

    case .input(.saveTapped):
      guard var form = state.form, form.isEdited, form.save != .saving else { return .none }
      form.save = .saving
      state.phase = .editing(form)
      let (id, text) = (form.id, form.text)
      return .run("save", of: id) { send in
        try await client.save(id, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.discardTapped):
      guard state.asksToDiscard, let id = state.pendingLink else { return .none }
      return open(id, &state)

    case .input(.stayTapped):
      state.pendingLink = nil
      return .none

    case .feedback(.loaded(let id, let text)):
      state.phase = .editing(Form(id: id, text: text, savedText: text))
      return .none

    case .feedback(.loadFailed(let id)):
      state.phase = .unavailable(id)
      return .none

    case .feedback(.saved(let text)):
      guard var form = state.form else { return .none }
      form.savedText = text
      form.save = .idle
      state.phase = .editing(form)
      guard let id = state.pendingLink, !form.isEdited else { return .none }
      return open(id, &state)

    case .feedback(.saveFailed):
      guard var form = state.form else { return .none }
      form.save = .failed
      state.phase = .editing(form)
      return .none
    }
  }

  private func open(_ id: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.phase = .loading(id)
    state.pendingLink = nil
    return .run("load", of: id) { send in
      await send(.loaded(id: id, text: try await client.load(id)))
    } catch: { _, send in
      await send(.loadFailed(id: id))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct M16Client: TestDependencyKey, Sendable {
  var load: @Sendable (_ id: String) async throws -> String
  var save: @Sendable (_ id: String, _ text: String) async throws -> Void

  static let testValue = M16Client(load: unimplemented("M16Client.load"), save: unimplemented("M16Client.save"))
}

extension DependencyValues {
  var m16Client: M16Client {
    get { self[M16Client.self] }
    set { self[M16Client.self] = newValue }
  }
}

struct M16Offline: Error {}

struct M16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: M16Expenses.State) -> [M16Expenses.Input] in
        let links: [M16Expenses.Input] = [.linkOpened("May"), .linkOpened("June")]
        switch state.phase {
        case .empty, .loading: return links
        case .unavailable: return links + [.reloadTapped]
        case .editing(let form):
          if state.asksToDiscard { return links + [.saveTapped, .discardTapped, .stayTapped] }
          var inputs = links + [.textChanged("Taxi"), .textChanged("Taxi, hotel")]
          if form.isEdited, form.save != .saving { inputs.append(.saveTapped) }
          if state.pendingLink != nil { inputs.append(.stayTapped) }
          return inputs
        }
      }
    ) { () -> TestStore<M16Expenses> in
      let store = TestStore(initialState: M16Expenses.State()) { M16Expenses() }
      store.gate("load", at: \.m16Client.load) { _ in [.success("Train"), .failure(M16Offline())] }
      store.gate("save", at: \.m16Client.save) { _ in [.success(()), .failure(M16Offline())] }
      return store
    }
  }
}

import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct E03Result: Equatable, Sendable {
  var value: String
  var note: String
}

struct E03Note: Equatable, Sendable {
  var result: Int
  var text: String
}

struct E03LabClient: TestDependencyKey, Sendable {
  var result: @Sendable (_ id: Int) async throws -> E03Result
  var save: @Sendable (_ note: E03Note) async throws -> Void

  static let testValue = E03LabClient(
    result: unimplemented("E03LabClient.result"),
    save: unimplemented("E03LabClient.save")
  )
}

extension DependencyValues {
  var e03Lab: E03LabClient {
    get { self[E03LabClient.self] }
    set { self[E03LabClient.self] = newValue }
  }
}

/// The results of blood tests, beside their list. The patient can write a note to the doctor on each result.
struct E03LabResults: Reducer {
  struct State: Equatable {
    var openResult: Int?
    var value: String?
    var isLoading = false
    var loadFailed = false
    var note = ""
    var isDirty = false
    var isSaving = false
    var saveFailed = false
    var asksToDiscard = false
    var nextResult: Int?
  }

  enum Input: Equatable {
    case resultTapped(Int)
    case notificationOpened(Int)
    case closeTapped
    case retryTapped
    case noteChanged(String)
    case saveTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable {
    case loaded(E03Result)
    case loadFailed
    case saved
    case saveFailed
  }

  private enum CancelID { case load, save }

  @Dependency(\.e03Lab) private var lab

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.resultTapped(let id)):
      guard !state.isSaving, !state.asksToDiscard, state.openResult != id else { return .none }
      if state.isDirty { return ask(id, &state) }
      return open(id, &state)

    case .input(.notificationOpened(let id)):
      guard state.openResult != id else { return .none }
      if state.isDirty { return ask(id, &state) }
      return open(id, &state)

    case .input(.closeTapped):
      guard state.openResult != nil, !state.isSaving, !state.asksToDiscard else { return .none }
      if state.isDirty { return ask(nil, &state) }
      return close(&state)

    case .input(.retryTapped):
      guard let id = state.openResult, state.loadFailed else { return .none }
      state.isLoading = true
      state.loadFailed = false
      return load(id)

    case .input(.noteChanged(let text)):
      guard state.value != nil, !state.isSaving, !state.asksToDiscard, state.note != text else { return .none }
      state.note = text
      state.isDirty = true
      state.saveFailed = false
      return .none

    case .input(.saveTapped):
      guard let id = state.openResult, state.isDirty, !state.asksToDiscard else { return .none }
      state.isDirty = false
      state.isSaving = true
      state.saveFailed = false
      let note = E03Note(result: id, text: state.note)
      return .run("save", of: id) { send in
        try await lab.save(note)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }
      .cancellable(id: CancelID.save)

    case .input(.discardTapped):
      guard state.asksToDiscard else { return .none }
      if let next = state.nextResult { return open(next, &state) }
      return close(&state)

    case .input(.keepTapped):
      state.asksToDiscard = false
      state.nextResult = nil
      return .none

    case .feedback(.loaded(let result)):
      state.isLoading = false
      state.value = result.value
      state.note = result.note
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadFailed = true
      return .none

    case .feedback(.saved):
      state.isSaving = false
      return .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.isDirty = true
      state.saveFailed = true
      return .none
    }
  }

  private func ask(_ next: Int?, _ state: inout State) -> Effect<Feedback, Never> {
    state.asksToDiscard = true
    state.nextResult = next
    return .none
  }

  private func open(_ id: Int, _ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    state.openResult = id
    state.isLoading = true
    return .merge(.cancel(id: CancelID.save), load(id))
  }

  private func close(_ state: inout State) -> Effect<Feedback, Never> {
    state = State()
    return .merge(.cancel(id: CancelID.save), .cancel(id: CancelID.load))
  }

  private func load(_ id: Int) -> Effect<Feedback, Never> {
    .run("load", of: id) { send in
      await send(.loaded(try await lab.result(id)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct E03Offline: Error {}

struct E03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: E03LabResults.State) -> [E03LabResults.Input] in
        if state.asksToDiscard { return [.discardTapped, .keepTapped, .notificationOpened(2)] }
        return [
          .resultTapped(1), .notificationOpened(2), .closeTapped, .retryTapped, .noteChanged("Fasting"), .saveTapped,
        ]
      }
    ) { () -> TestStore<E03LabResults> in
      let store = TestStore(initialState: E03LabResults.State()) { E03LabResults() }
      store.gate("result", at: \.e03Lab.result) { id in
        [.success(E03Result(value: "Value \(id)", note: "")), .failure(E03Offline())]
      }
      store.gate("save", at: \.e03Lab.save) { _ in [.success(()), .failure(E03Offline())] }
      return store
    }
  }
}

import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A travel diary. A trip is edited in a sheet; links from a widget open the sheet of a trip.
struct S17Diary: Reducer {
  enum Question: Equatable, Sendable {
    case close
    case open(Int)
  }

  struct State: Equatable {
    var trips: IdentifiedArray<S17Trip> = []
    var isLoading = false
    var hasFailed = false
    var linkAfterLoad: Int?
    var editor: S17Editor.State?
    var question: Question?
  }

  enum Input: Equatable, Sendable {
    case appeared
    case retryTapped
    case tripTapped(Int)
    case linkOpened(Int)
    case closeTapped
    case discardTapped
    case keepTapped
    case editor(S17Editor.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded([S17Trip])
    case failed
    case editor(ChildFeedback<S17Editor>)
  }

  @Dependency(\.s17Client) private var client

  private let editor = Scope<S17Diary, S17Editor>(ifLet: \.editor, feedback: Feedback.editor) { S17Editor() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.trips.isEmpty, !state.isLoading, !state.hasFailed else { return .none }
      return load(into: &state)

    case .input(.retryTapped):
      guard state.hasFailed else { return .none }
      return load(into: &state)

    case .input(.tripTapped(let id)):
      guard state.editor == nil else { return .none }
      open(id, into: &state)
      return .none

    case .input(.linkOpened(let id)):
      guard !state.trips.isEmpty else {
        state.linkAfterLoad = id
        return .none
      }
      guard state.trips[id: id] != nil, state.editor?.id != id else { return .none }
      if let editor = state.editor, editor.isUnsaved {
        state.question = .open(id)
      } else {
        open(id, into: &state)
      }
      return .none

    case .input(.closeTapped):
      guard let editor = state.editor, !editor.isSaving else { return .none }
      if editor.isUnsaved {
        state.question = .close
      } else {
        state.editor = nil
      }
      return .none

    case .input(.discardTapped):
      guard let question = state.question else { return .none }
      state.question = nil
      switch question {
      case .close: state.editor = nil
      case .open(let id): open(id, into: &state)
      }
      return .none

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .input(.editor(let input)):
      return editor.reduce(.input(input), into: &state)

    case .feedback(.editor(.feedback(let feedback))):
      return editor.reduce(.feedback(feedback), into: &state)

    case .feedback(.editor(.output(.saved(let trip)))):
      state.trips[id: trip.id]?.text = trip.text
      return .none

    case .feedback(.loaded(let trips)):
      state.isLoading = false
      state.trips = IdentifiedArray(trips)
      if let id = state.linkAfterLoad {
        state.linkAfterLoad = nil
        open(id, into: &state)
      }
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func open(_ id: Int, into state: inout State) {
    guard let trip = state.trips[id: id] else { return }
    state.editor = S17Editor.State(id: id, text: trip.text, savedText: trip.text)
  }

  private func load(into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("trips") { [client] send in
      await send(.loaded(try await client.trips()))
    } catch: { _, send in
      await send(.failed)
    }
  }
}

struct S17Editor: Reducer {
  struct State: Equatable, Identifiable {
    var id: Int
    var text: String
    var savedText: String
    var isSaving = false
    var hasFailed = false

    /// The text would be lost without a question.
    var isUnsaved: Bool { text != savedText && !isSaving }
  }

  enum Input: Equatable, Sendable {
    case textChanged(String)
    case saveTapped
  }

  enum Feedback: Equatable, Sendable {
    case saved(String)
    case failed
  }

  enum Output: Equatable, Sendable {
    case saved(S17Trip)
  }

  @Dependency(\.s17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard !state.isSaving else { return .none }
      state.text = text
      state.hasFailed = false
      return .none

    case .input(.saveTapped):
      guard state.isUnsaved else { return .none }
      state.isSaving = true
      state.hasFailed = false
      let trip = S17Trip(id: state.id, text: state.text)
      return .run("save", of: trip) { send in
        try await client.save(trip)
        await send(.saved(trip.text))
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.savedText = text
      return .output(.saved(S17Trip(id: state.id, text: text)))

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = true
      return .none
    }
  }
}

struct S17Trip: Hashable, Identifiable, Sendable {
  var id: Int
  var text: String
}

struct S17Client: TestDependencyKey, Sendable {
  var trips: @Sendable () async throws -> [S17Trip]
  var save: @Sendable (_ trip: S17Trip) async throws -> Void

  static let testValue = S17Client(
    trips: unimplemented("S17Client.trips"),
    save: unimplemented("S17Client.save")
  )
}

extension DependencyValues {
  var s17Client: S17Client {
    get { self[S17Client.self] }
    set { self[S17Client.self] = newValue }
  }
}

struct S17Offline: Error {}

struct S17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S17Diary.State) -> [S17Diary.Input] in
        if state.question != nil { return [.discardTapped, .keepTapped] }
        var inputs: [S17Diary.Input] = [.linkOpened(1), .linkOpened(2)]
        if state.editor != nil {
          inputs.append(.editor(.textChanged("Rain all day")))
          inputs.append(.editor(.saveTapped))
          inputs.append(.closeTapped)
        } else if state.trips.isEmpty {
          inputs.append(state.hasFailed ? .retryTapped : .appeared)
        } else {
          inputs.append(.tripTapped(1))
        }
        return inputs
      }
    ) { () -> TestStore<S17Diary> in
      let store = TestStore(initialState: S17Diary.State()) { S17Diary() }
      store.gate("trips", at: \.s17Client.trips) {
        [.success([S17Trip(id: 1, text: "Lisbon"), S17Trip(id: 2, text: "Porto")]), .failure(S17Offline())]
      }
      store.gate("save", at: \.s17Client.save) { _ in [.success(()), .failure(S17Offline())] }
      return store
    }
  }
}

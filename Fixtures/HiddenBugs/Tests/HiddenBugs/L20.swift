import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The visitors' book: an entry that is written in a sheet.
struct L20Entry: Reducer {
  struct State: Equatable {
    var text = ""
    var isSending = false
    var hasFailed = false

    var isEmpty: Bool { text.isEmpty }
  }

  enum Input: Equatable, Sendable {
    case textChanged(String)
    case sendTapped
  }

  enum Feedback: Equatable, Sendable {
    case sent
    case failed
  }

  enum Output: Equatable, Sendable {
    case finished
    case notSent
  }

  @Dependency(\.l20Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.textChanged(let text)):
      guard !state.isSending else { return .none }
      state.text = text
      state.hasFailed = false
      return .none

    case .input(.sendTapped):
      guard !state.isEmpty, !state.isSending else { return .none }
      state.isSending = true
      state.hasFailed = false
      return .run("send", of: state.text) { [text = state.text] send in
        try await client.send(text)
        await send(.sent)
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.sent):
      state.isSending = false
      return .output(.finished)

    case .feedback(.failed):
      state.isSending = false
      state.hasFailed = true
      return .output(.notSent)
    }
  }
}

/// The page of a room, with the sheet. A link opens another room.
struct L20Room: Reducer {
  struct State: Equatable {
    var room = "Hall"
    var story: String?
    var isLoading = false
    var hasFailed = false
    var entry: L20Entry.State?
    var waitingRoom: String?
    var asksToDiscard = false
  }

  enum Input: Equatable, Sendable {
    case reloadTapped
    case writeTapped
    case entry(L20Entry.Input)
    case closeTapped
    case linkOpened(String)
    case discardTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case failed
    case entry(ChildFeedback<L20Entry>)
  }

  private enum CancelID { case story }

  @Dependency(\.l20Client) private var client

  let entry = Scope<L20Room, L20Entry>(ifLet: \.entry, feedback: Feedback.entry) { L20Entry() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.entry(let input)):
      guard state.entry != nil, !state.asksToDiscard else { return .none }
      return entry.reduce(.input(input), into: &state)

    case .feedback(.entry(.feedback(let feedback))):
      return entry.reduce(.feedback(feedback), into: &state)

    case .feedback(.entry(.output(.finished))):
      state.entry = nil
      return openWaitingRoom(into: &state)

    case .feedback(.entry(.output(.notSent))):
      state.asksToDiscard = state.waitingRoom != nil
      return .none

    case .input(.reloadTapped):
      guard !state.isLoading else { return .none }
      return load(into: &state)

    case .input(.writeTapped):
      guard state.entry == nil else { return .none }
      state.entry = L20Entry.State()
      return .none

    case .input(.closeTapped):
      guard let entry = state.entry, !entry.isSending else { return .none }
      if entry.isEmpty {
        state.entry = nil
      } else {
        state.asksToDiscard = true
      }
      return .none

    case .input(.linkOpened(let room)):
      state.waitingRoom = room
      if let entry = state.entry, !entry.isEmpty {
        // An entry that is on its way decides by its answer.
        state.asksToDiscard = !entry.isSending
        return .none
      }
      state.entry = nil
      return openWaitingRoom(into: &state)

    case .input(.discardTapped):
      guard state.asksToDiscard else { return .none }
      state.asksToDiscard = false
      state.entry = nil
      return openWaitingRoom(into: &state)

    case .input(.stayTapped):
      guard state.asksToDiscard else { return .none }
      state.asksToDiscard = false
      state.waitingRoom = nil
      return .none

    case .feedback(.loaded(let story)):
      state.isLoading = false
      state.story = story
      return .none

    case .feedback(.failed):
      state.isLoading = false
      state.hasFailed = true
      return .none
    }
  }

  private func openWaitingRoom(into state: inout State) -> Effect<Feedback, Never> {
    guard let room = state.waitingRoom else { return .none }
    state.waitingRoom = nil
    guard room != state.room else { return .none }
    state.room = room
    state.story = nil
    return load(into: &state)
  }

  private func load(into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasFailed = false
    return .run("story", of: state.room) { [room = state.room] send in
      await send(.loaded(try await client.story(room)))
    } catch: { _, send in
      await send(.failed)
    }
    .cancellable(id: CancelID.story, cancelInFlight: true)
  }
}

struct L20Client: TestDependencyKey, Sendable {
  var story: @Sendable (_ room: String) async throws -> String
  var send: @Sendable (_ text: String) async throws -> Void

  static let testValue = L20Client(
    story: unimplemented("L20Client.story"),
    send: unimplemented("L20Client.send")
  )
}

extension DependencyValues {
  var l20Client: L20Client {
    get { self[L20Client.self] }
    set { self[L20Client.self] = newValue }
  }
}

struct L20Offline: Error {}

struct L20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: L20Room.State) -> [L20Room.Input] in
        var inputs: [L20Room.Input] = [.linkOpened("Hall"), .linkOpened("Attic")]
        if state.asksToDiscard {
          inputs += [.discardTapped, .stayTapped]
        } else if let entry = state.entry {
          if entry.isSending { return inputs }
          inputs += [.entry(.textChanged("Lovely")), .entry(.textChanged("")), .closeTapped]
          if !entry.isEmpty { inputs.append(.entry(.sendTapped)) }
        } else {
          inputs += [.reloadTapped, .writeTapped]
        }
        return inputs
      }
    ) { () -> TestStore<L20Room> in
      let store = TestStore(initialState: L20Room.State()) { L20Room() }
      store.gate("story", at: \.l20Client.story) { room in
        [.success("The story of the \(room)"), .failure(L20Offline())]
      }
      store.gate("send", at: \.l20Client.send) { _ in [.success(()), .failure(L20Offline())] }
      return store
    }
  }
}

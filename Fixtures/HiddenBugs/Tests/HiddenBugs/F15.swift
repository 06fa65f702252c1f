import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A letter to a specialist, with a copy for the family doctor if the patient wishes.
struct F15Referral: Reducer {
  struct State: Equatable {
    var field: String?
    var specialists: [String] = []
    var isLoading = false
    var directoryFailed = false

    var specialist: String?
    var text = ""
    var wantsCopy = false

    var delivery = Delivery.writing
    var isCopying = false
    var isCopied = false

    var isEditable: Bool { delivery == .writing || delivery == .failed }
    var letter: F15Letter? {
      guard let specialist, !text.isEmpty else { return nil }
      return F15Letter(specialist: specialist, text: text, wantsCopy: wantsCopy)
    }
  }

  enum Delivery: Equatable {
    case writing
    case sending
    case sent(number: Int)
    case failed
  }

  enum Input: Equatable, Sendable {
    case fieldChosen(String)
    case specialistTapped(String)
    case textChanged(String)
    case copyTapped
    case sendTapped
    case retryTapped
    case newTapped
  }

  enum Feedback: Equatable, Sendable {
    case listed([String])
    case listFailed
    case sent(number: Int)
    case copied
    case failed
  }

  private enum CancelID { case directory }

  @Dependency(\.f15Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.fieldChosen(let field)):
      guard state.isEditable, field != state.field || state.directoryFailed else { return .none }
      state.delivery = .writing
      state.field = field
      state.specialists = []
      state.specialist = nil
      state.isLoading = true
      state.directoryFailed = false
      return .run("directory", of: field) { send in
        await send(.listed(try await client.specialists(field)))
      } catch: { _, send in
        await send(.listFailed)
      }
      .cancellable(id: CancelID.directory, cancelInFlight: true)

    case .input(.specialistTapped(let specialist)):
      guard state.isEditable, state.specialists.contains(specialist) else { return .none }
      state.delivery = .writing
      state.specialist = specialist
      return .none

    case .input(.textChanged(let text)):
      guard state.isEditable else { return .none }
      state.delivery = .writing
      state.text = text
      return .none

    case .input(.copyTapped):
      guard state.isEditable else { return .none }
      state.delivery = .writing
      state.wantsCopy.toggle()
      return .none

    case .input(.sendTapped):
      guard state.delivery == .writing, let letter = state.letter else { return .none }
      return deliver(letter, &state)

    case .input(.retryTapped):
      guard state.delivery == .failed, let letter = state.letter else { return .none }
      return deliver(letter, &state)

    case .input(.newTapped):
      guard case .sent = state.delivery, !state.isCopying else { return .none }
      state = State()
      return .none

    case .feedback(.listed(let specialists)):
      state.isLoading = false
      state.specialists = specialists
      return .none

    case .feedback(.listFailed):
      state.isLoading = false
      state.directoryFailed = true
      return .none

    case .feedback(.sent(let number)):
      state.delivery = .sent(number: number)
      state.isCopying = state.wantsCopy
      return .none

    case .feedback(.copied):
      state.isCopying = false
      state.isCopied = true
      return .none

    case .feedback(.failed):
      state.delivery = .failed
      state.isCopying = false
      return .none
    }
  }

  private func deliver(_ letter: F15Letter, _ state: inout State) -> Effect<Feedback, Never> {
    state.delivery = .sending
    return .run("send", of: letter) { send in
      let number = try await client.send(letter)
      await send(.sent(number: number))
      guard letter.wantsCopy else { return }
      try await client.copy(number)
      await send(.copied)
    } catch: { _, send in
      await send(.failed)
    }
  }
}

struct F15Letter: Hashable, Sendable {
  var specialist: String
  var text: String
  var wantsCopy: Bool
}

struct F15Client: TestDependencyKey, Sendable {
  var specialists: @Sendable (_ field: String) async throws -> [String]
  /// Sends a letter, and returns the number under which it has arrived.
  var send: @Sendable (_ letter: F15Letter) async throws -> Int
  /// Sends a copy of an arrived letter to the family doctor.
  var copy: @Sendable (_ number: Int) async throws -> Void

  static let testValue = F15Client(
    specialists: unimplemented("F15Client.specialists"),
    send: unimplemented("F15Client.send"),
    copy: unimplemented("F15Client.copy")
  )
}

extension DependencyValues {
  var f15Client: F15Client {
    get { self[F15Client.self] }
    set { self[F15Client.self] = newValue }
  }
}

struct F15Offline: Error {}

struct F15Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F15Referral.State) -> [F15Referral.Input] in
        switch state.delivery {
        case .sending:
          return []
        case .sent:
          return state.isCopying ? [] : [.newTapped]
        case .writing, .failed:
          var inputs: [F15Referral.Input] = [.fieldChosen("Heart"), .fieldChosen("Skin"), .copyTapped]
          inputs.append(.textChanged(state.text.isEmpty ? "Please see this patient." : ""))
          inputs += state.specialists.map(F15Referral.Input.specialistTapped)
          if state.letter != nil { inputs.append(state.delivery == .failed ? .retryTapped : .sendTapped) }
          return inputs
        }
      }
    ) { () -> TestStore<F15Referral> in
      let store = TestStore(initialState: F15Referral.State()) { F15Referral() }
      store.gate("specialists", at: \.f15Client.specialists) { field in
        [.success(["Dr. \(field)"]), .failure(F15Offline())]
      }
      store.gate("send", at: \.f15Client.send) { _ in [.success(4711), .failure(F15Offline())] }
      store.gate("copy", at: \.f15Client.copy) { _ in [.success(()), .failure(F15Offline())] }
      return store
    }
  }
}

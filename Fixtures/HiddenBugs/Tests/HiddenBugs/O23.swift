import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The admission of a patient: the insurance number is typed and checked, or read from the card, and then sent.
struct O23Admission: Reducer {
  struct State: Equatable {
    var number = ""
    var insurer: String?
    var isChecking = false
    var checkFailed = false
    var isPrivateRoom = false
    var isSubmitting = false
    var submitFailed = false
    var reference: String?
  }

  enum Input: Equatable, Sendable {
    case numberChanged(String)
    case checkAgainTapped
    case cardScanned(O23Card)
    case privateRoomToggled
    case submitTapped
    case nextPatientTapped
  }

  enum Feedback: Equatable, Sendable {
    case checked(String)
    case checkFailed
    case submitted(String)
    case submitFailed
  }

  private enum CancelID { case check }

  @Dependency(\.o23Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.numberChanged(let number)):
      guard number != state.number, !state.isSubmitting else { return .none }
      state.number = number
      state.insurer = nil
      state.checkFailed = false
      state.submitFailed = false
      guard !number.isEmpty else {
        state.isChecking = false
        return .cancel(id: CancelID.check)
      }
      state.isChecking = true
      return check(number).debounce(id: CancelID.check, for: .milliseconds(400))

    case .input(.checkAgainTapped):
      guard state.checkFailed else { return .none }
      state.checkFailed = false
      state.isChecking = true
      return check(state.number).cancellable(id: CancelID.check, cancelInFlight: true)

    case .input(.cardScanned(let card)):
      guard !state.isSubmitting else { return .none }
      state.number = card.number
      state.insurer = card.insurer
      state.checkFailed = false
      state.submitFailed = false
      return .cancel(id: CancelID.check)

    case .input(.privateRoomToggled):
      guard !state.isSubmitting else { return .none }
      state.isPrivateRoom.toggle()
      return .none

    case .input(.submitTapped):
      guard state.insurer != nil, !state.isSubmitting else { return .none }
      state.isSubmitting = true
      state.submitFailed = false
      let admission = O23Form(number: state.number, isPrivateRoom: state.isPrivateRoom)
      return .run("submit", of: admission) { send in
        await send(.submitted(try await client.submit(admission)))
      } catch: { _, send in
        await send(.submitFailed)
      }

    case .input(.nextPatientTapped):
      guard state.reference != nil else { return .none }
      state = State()
      return .none

    case .feedback(.checked(let insurer)):
      state.isChecking = false
      state.insurer = insurer
      return .none

    case .feedback(.checkFailed):
      state.isChecking = false
      state.checkFailed = true
      return .none

    case .feedback(.submitted(let reference)):
      state = State(reference: reference)
      return .none

    case .feedback(.submitFailed):
      state.isSubmitting = false
      state.submitFailed = true
      return .none
    }
  }

  private func check(_ number: String) -> Effect<Feedback, Never> {
    .run("check", of: number) { send in
      await send(.checked(try await client.insurer(number)))
    } catch: { _, send in
      await send(.checkFailed)
    }
  }
}

struct O23Card: Equatable, Sendable {
  var number: String
  var insurer: String
}

struct O23Form: Hashable, Sendable {
  var number: String
  var isPrivateRoom: Bool
}

struct O23Client: TestDependencyKey, Sendable {
  var insurer: @Sendable (_ number: String) async throws -> String
  var submit: @Sendable (_ form: O23Form) async throws -> String

  static let testValue = O23Client(
    insurer: unimplemented("O23Client.insurer"),
    submit: unimplemented("O23Client.submit")
  )
}

extension DependencyValues {
  var o23Client: O23Client {
    get { self[O23Client.self] }
    set { self[O23Client.self] = newValue }
  }
}

struct O23Offline: Error {}

struct O23Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O23Admission.State) -> [O23Admission.Input] in
        if state.reference != nil { return [.nextPatientTapped] }
        if state.isSubmitting { return [] }
        var inputs: [O23Admission.Input] = [
          .numberChanged(state.number.isEmpty ? "A17" : ""),
          .cardScanned(O23Card(number: "B42", insurer: "Nordia")), .privateRoomToggled,
        ]
        if state.checkFailed { inputs.append(.checkAgainTapped) }
        if state.insurer != nil { inputs.append(.submitTapped) }
        return inputs
      }
    ) { () -> TestStore<O23Admission> in
      let store = TestStore(initialState: O23Admission.State()) { O23Admission() }
      store.gate("check", at: \.o23Client.insurer) { _ in [.success("Aurelia"), .failure(O23Offline())] }
      store.gate("submit", at: \.o23Client.submit) { form in
        [.success("No. \(form.number)"), .failure(O23Offline())]
      }
      return store
    }
  }
}

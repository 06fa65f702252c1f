import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A consent form in steps: read, sign, submit. A link from the schedule opens the form of another procedure.
struct O17Consent: Reducer {
  struct State: Equatable {
    enum Step: Equatable { case empty, loading, unavailable, reading, signing, submitting, done }

    var form: Int?
    var step = Step.empty
    var text = ""
    var isSigned = false
    var submitFailed = false
    var waiting: Int?
    var question: Int?
    var completed: Set<Int> = []
  }

  enum Input: Equatable, Sendable {
    case linkOpened(Int)
    case retryTapped
    case continueTapped
    case backTapped
    case signed
    case signatureCleared
    case submitTapped
    case discardTapped
    case keepTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case loadFailed
    case submitted(Int)
    case submitFailed
  }

  private enum CancelID { case load }

  @Dependency(\.o17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.linkOpened(let form)):
      guard form != state.form else {
        state.waiting = nil
        state.question = nil
        return .none
      }
      switch state.step {
      case .submitting:
        state.waiting = form
        return .none
      case .reading where state.isSigned, .signing where state.isSigned:
        state.question = form
        return .none
      case .empty, .loading, .unavailable, .reading, .signing, .done:
        return open(form, into: &state)
      }

    case .input(.retryTapped):
      guard state.step == .unavailable, let form = state.form else { return .none }
      return open(form, into: &state)

    case .input(.continueTapped):
      if state.step == .reading { state.step = .signing }
      return .none

    case .input(.backTapped):
      guard state.step == .signing else { return .none }
      state.step = .reading
      state.submitFailed = false
      return .none

    case .input(.signed):
      if state.step == .signing { state.isSigned = true }
      return .none

    case .input(.signatureCleared):
      guard state.step == .signing else { return .none }
      state.isSigned = false
      state.submitFailed = false
      return .none

    case .input(.submitTapped):
      guard state.step == .signing, state.isSigned, let form = state.form else { return .none }
      state.step = .submitting
      state.submitFailed = false
      return .run("submit", of: form) { send in
        try await client.submit(form)
        await send(.submitted(form))
      } catch: { _, send in
        await send(.submitFailed)
      }

    case .input(.discardTapped):
      guard let form = state.question else { return .none }
      return open(form, into: &state)

    case .input(.keepTapped):
      state.question = nil
      return .none

    case .feedback(.loaded(let text)):
      state.text = text
      if let form = state.form, state.completed.contains(form) {
        state.step = .done
      } else {
        state.step = .reading
      }
      return .none

    case .feedback(.loadFailed):
      state.step = .unavailable
      return .none

    case .feedback(.submitted(let form)):
      state.completed.insert(form)
      if let next = state.waiting { return open(next, into: &state) }
      state.step = .done
      return .none

    case .feedback(.submitFailed):
      state.step = .signing
      state.submitFailed = true
      state.question = state.waiting
      state.waiting = nil
      return .none
    }
  }

  private func open(_ form: Int, into state: inout State) -> Effect<Feedback, Never> {
    state = State(form: form, step: .loading, completed: state.completed)
    return .run("form", of: form) { send in
      await send(.loaded(try await client.form(form)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct O17Client: TestDependencyKey, Sendable {
  var form: @Sendable (_ form: Int) async throws -> String
  var submit: @Sendable (_ form: Int) async throws -> Void

  static let testValue = O17Client(
    form: unimplemented("O17Client.form"),
    submit: unimplemented("O17Client.submit")
  )
}

extension DependencyValues {
  var o17Client: O17Client {
    get { self[O17Client.self] }
    set { self[O17Client.self] = newValue }
  }
}

struct O17Offline: Error {}

struct O17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O17Consent.State) -> [O17Consent.Input] in
        let links: [O17Consent.Input] = [.linkOpened(1), .linkOpened(2)]
        if state.question != nil { return links + [.discardTapped, .keepTapped] }
        switch state.step {
        case .empty, .loading, .submitting, .done: return links
        case .unavailable: return links + [.retryTapped]
        case .reading: return links + [.continueTapped]
        case .signing:
          return links + [.backTapped] + (state.isSigned ? [.signatureCleared, .submitTapped] : [.signed])
        }
      }
    ) { () -> TestStore<O17Consent> in
      let store = TestStore(initialState: O17Consent.State()) { O17Consent() }
      store.gate("form", at: \.o17Client.form) { form in [.success("Procedure \(form)"), .failure(O17Offline())] }
      store.gate("submit", at: \.o17Client.submit) { _ in [.success(()), .failure(O17Offline())] }
      return store
    }
  }
}

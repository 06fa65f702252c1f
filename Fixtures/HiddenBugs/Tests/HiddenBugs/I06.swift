import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The server of the blood bank.
struct I06BankClient: Sendable {
  var save: @Sendable (_ answers: String) async throws -> Void
  var appointment: @Sendable (_ id: String) async throws -> String
}

enum I06BankKey: TestDependencyKey {
  static let testValue = I06BankClient(
    save: unimplemented("I06BankClient.save"),
    appointment: unimplemented("I06BankClient.appointment", placeholder: "")
  )
}

extension DependencyValues {
  var i06Bank: I06BankClient {
    get { self[I06BankKey.self] }
    set { self[I06BankKey.self] = newValue }
  }
}

struct I06Offline: Error {}

/// The app of a donor: a health questionnaire, and the page of an appointment, to which mails link.
struct I06BloodDonation: Reducer {
  /// The questionnaire, as far as it is filled in.
  struct Draft: Equatable {
    var answers = ""
    var couldNotSave = false
  }

  enum Details: Equatable { case loading, loaded(String), failed }

  enum State: Equatable {
    case home
    case editing(Draft)
    case asking(Draft, link: String?)
    case saving(Draft, then: String?)
    case appointment(String, Details)
  }

  enum Input: Equatable, Sendable {
    case startTapped
    case answersChanged(String)
    case saveTapped
    case linkOpened(String)
    case keepTapped
    case discardTapped
    case retryTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case saved
    case saveFailed
    case appointmentLoaded(String)
    case appointmentFailed
  }

  /// The app does one thing at a time.
  private enum CancelID { case work }

  @Dependency(\.i06Bank) private var bank

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.startTapped), .home):
      state = .editing(Draft())

    case (.input(.answersChanged(let answers)), .editing):
      state = .editing(Draft(answers: answers))

    case (.input(.saveTapped), .editing(let draft)) where !draft.answers.isEmpty:
      state = .saving(Draft(answers: draft.answers), then: nil)
      return save(draft.answers)

    case (.input(.linkOpened(let id)), .editing(let draft)) where !draft.answers.isEmpty:
      state = .asking(draft, link: id)

    case (.input(.linkOpened(let id)), .asking(let draft, link: _)):
      state = .asking(draft, link: id)

    case (.input(.linkOpened(let id)), .saving(let draft, then: nil)):
      state = .saving(draft, then: id)

    case (.input(.linkOpened(let id)), _):
      state = .appointment(id, .loading)
      return load(id)

    case (.input(.keepTapped), .asking(let draft, link: _)):
      state = .editing(draft)

    case (.input(.discardTapped), .asking(_, link: let link)):
      return leave(for: link, &state)

    case (.input(.closeTapped), .editing(let draft)):
      state = draft.answers.isEmpty ? .home : .asking(draft, link: nil)

    case (.input(.closeTapped), .appointment):
      state = .home
      return .cancel(id: CancelID.work)

    case (.input(.retryTapped), .appointment(let id, .failed)):
      state = .appointment(id, .loading)
      return load(id)

    case (.feedback(.saved), .saving(_, then: let link)):
      return leave(for: link, &state)

    case (.feedback(.saveFailed), .saving(let draft, then: let link)):
      let unsaved = Draft(answers: draft.answers, couldNotSave: true)
      state = link == nil ? .editing(unsaved) : .asking(unsaved, link: link)

    case (.feedback(.appointmentLoaded(let text)), .appointment(let id, .loading)):
      state = .appointment(id, .loaded(text))

    case (.feedback(.appointmentFailed), .appointment(let id, .loading)):
      state = .appointment(id, .failed)

    default:
      break
    }
    return .none
  }

  /// Leaves the questionnaire, for an appointment or for the first page.
  private func leave(for link: String?, _ state: inout State) -> Effect<Feedback, Never> {
    guard let link else {
      state = .home
      return .none
    }
    state = .appointment(link, .loading)
    return load(link)
  }

  private func save(_ answers: String) -> Effect<Feedback, Never> {
    .run("save", of: answers) { send in
      try await bank.save(answers)
      await send(.saved)
    } catch: { _, send in
      await send(.saveFailed)
    }
    .cancellable(id: CancelID.work, cancelInFlight: true)
  }

  private func load(_ id: String) -> Effect<Feedback, Never> {
    .run("appointment", of: id) { send in
      await send(.appointmentLoaded(try await bank.appointment(id)))
    } catch: { _, send in
      await send(.appointmentFailed)
    }
    .cancellable(id: CancelID.work, cancelInFlight: true)
  }
}

struct I06Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I06BloodDonation.State) -> [I06BloodDonation.Input] in
        let always: [I06BloodDonation.Input] = [.linkOpened("May"), .linkOpened("June"), .saveTapped, .closeTapped]
        switch state {
        case .home: return always + [.startTapped]
        case .editing: return always + [.answersChanged(""), .answersChanged("healthy"), .answersChanged("a cold")]
        case .asking: return always + [.keepTapped, .discardTapped]
        case .saving: return always
        case .appointment: return always + [.retryTapped]
        }
      }
    ) { () -> TestStore<I06BloodDonation> in
      let store = TestStore(initialState: I06BloodDonation.State.home) { I06BloodDonation() }
      store.gate("save", at: \.i06Bank.save) { _ in [.success(()), .failure(I06Offline())] }
      store.gate("appointment", at: \.i06Bank.appointment) { id in
        [.success("Your appointment in \(id)"), .failure(I06Offline())]
      }
      return store
    }
  }
}

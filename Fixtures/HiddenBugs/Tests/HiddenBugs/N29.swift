import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A complaint about a payment. A link of a message leads to the complaint about another one.
struct N29Complaint: Reducer {
  enum Phase: Equatable { case new, loading, failed, ready }
  enum Choice: Equatable, Sendable { case discard }

  struct State: Equatable {
    var payment = "Hotel"
    var phase = Phase.new
    var text = ""
    var savedText = ""
    var isSaving = false
    var hasFailed = false
    /// The payment of a link that can't be followed yet.
    var link: String?
    var alert: AlertState<Choice>?

    var hasChanges: Bool { text != savedText }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case textChanged(String)
    case saveTapped
    case revertTapped
    case retryTapped
    case linkOpened(String)
    case alert(AlertState<Choice>.Answer)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(String)
    case notLoaded
    case saved(String)
    case notSaved
  }

  private enum CancelID { case load }

  @Dependency(\.n29Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.phase == .new else { return .none }
      return open(state.payment, into: &state)

    case .input(.textChanged(let text)):
      guard state.phase == .ready else { return .none }
      state.text = text
      return .none

    case .input(.saveTapped):
      guard state.hasChanges, !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: state.text) { [payment = state.payment, text = state.text] send in
        try await client.save(payment, text)
        await send(.saved(text))
      } catch: { _, send in
        await send(.notSaved)
      }

    case .input(.revertTapped):
      guard !state.isSaving else { return .none }
      state.text = state.savedText
      state.hasFailed = false
      return .none

    case .input(.retryTapped):
      guard state.phase == .failed else { return .none }
      return open(state.payment, into: &state)

    case .input(.linkOpened(let payment)):
      guard payment != state.payment else { return .none }
      guard state.isSaving || state.hasChanges else { return open(payment, into: &state) }
      // A save that runs comes first.
      state.link = payment
      if !state.isSaving { state.alert = question }
      return .none

    case .input(.alert(let answer)):
      let choice = state.alert.close(by: answer)
      let link = state.link
      state.link = nil
      guard choice == .discard, let link else { return .none }
      return open(link, into: &state)

    case .feedback(.loaded(let text)):
      state.phase = .ready
      state.text = text
      state.savedText = text
      return .none

    case .feedback(.notLoaded):
      state.phase = .failed
      return .none

    case .feedback(.saved(let text)):
      state.isSaving = false
      state.savedText = text
      guard let link = state.link else { return .none }
      return open(link, into: &state)

    case .feedback(.notSaved):
      state.isSaving = false
      state.hasFailed = true
      if state.link != nil { state.alert = question }
      return .none
    }
  }

  private var question: AlertState<Choice> {
    AlertState(
      "Discard the changes?",
      buttons: [.init("Discard", role: .destructive, action: .discard), .init("Keep editing", role: .cancel)]
    )
  }

  /// Shows the complaint about a payment.
  private func open(_ payment: String, into state: inout State) -> Effect<Feedback, Never> {
    state = State(payment: payment, phase: .loading)
    return .run("load", of: payment) { send in
      await send(.loaded(try await client.load(payment)))
    } catch: { _, send in
      await send(.notLoaded)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct N29Client: TestDependencyKey, Sendable {
  var load: @Sendable (_ payment: String) async throws -> String
  var save: @Sendable (_ payment: String, _ text: String) async throws -> Void

  static let testValue = N29Client(
    load: unimplemented("N29Client.load"),
    save: unimplemented("N29Client.save")
  )
}

extension DependencyValues {
  var n29Client: N29Client {
    get { self[N29Client.self] }
    set { self[N29Client.self] = newValue }
  }
}

struct N29Offline: Error {}

struct N29Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N29Complaint.State) -> [N29Complaint.Input] in
        let links: [N29Complaint.Input] = [.linkOpened("Hotel"), .linkOpened("Taxi")]
        if state.alert != nil { return links + [.alert(.chosen(.discard)), .alert(.dismissed)] }
        switch state.phase {
        case .new: return links + [.appeared]
        case .loading: return links
        case .failed: return links + [.retryTapped]
        case .ready:
          var inputs = links + [.textChanged("Not mine"), .textChanged("Not mine, I was ill")]
          if state.hasChanges && !state.isSaving { inputs += [.saveTapped, .revertTapped] }
          return inputs
        }
      }
    ) { () -> TestStore<N29Complaint> in
      let store = TestStore(initialState: N29Complaint.State()) { N29Complaint() }
      store.gate("load", at: \.n29Client.load) { _ in [.success("Too much"), .failure(N29Offline())] }
      store.gate("save", at: \.n29Client.save) { _ in [.success(()), .failure(N29Offline())] }
      return store
    }
  }
}

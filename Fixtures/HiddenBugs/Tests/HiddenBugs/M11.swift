import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct M11Pledge: Hashable, Sendable {
  var campaign: String
  var amount: Int?
}

struct M11Refused: Error {}

struct M11Charity: DependencyKey, Sendable {
  /// Pays, and returns the number of the receipt.
  var pay: @Sendable (_ pledge: M11Pledge) async throws -> String
  /// Publishes a dedication on the wall of the campaign.
  var post: @Sendable (_ text: String) async throws -> Void

  static let liveValue = M11Charity(pay: { _ in "" }, post: { _ in })
  static let testValue = M11Charity(
    pay: unimplemented("M11Charity.pay"),
    post: unimplemented("M11Charity.post")
  )
}

extension DependencyValues {
  var m11Charity: M11Charity {
    get { self[M11Charity.self] }
    set { self[M11Charity.self] = newValue }
  }
}

/// A donation, from the campaign to the dedication. A link opens a campaign.
struct M11Donation: Reducer {
  struct State: Equatable, Sendable {
    var mode: Mode
    /// The campaign of a link that is opened when the present donation is done.
    var queuedLink: String?
  }

  enum Mode: Equatable, Sendable {
    case browsing(campaign: String)
    case form(M11Pledge, hasFailed: Bool)
    case paying(M11Pledge)
    case thanks(M11Pledge, receipt: String, Dedication)

    /// Whether the user has something on the screen that isn't done yet.
    var isUnfinished: Bool {
      switch self {
      case .browsing: false
      case .form(let pledge, hasFailed: _): pledge.amount != nil
      case .paying: true
      case .thanks(_, receipt: _, let dedication): dedication.draft != nil
      }
    }
  }

  enum Dedication: Equatable, Sendable {
    case empty
    case typed(String)
    case posting(String)
    case failed(String)
    case posted(String)

    /// The text that can be posted.
    var draft: String? {
      switch self {
      case .typed(let text), .failed(let text): text
      case .empty, .posting, .posted: nil
      }
    }
  }

  enum Input: Equatable, Sendable {
    case linkOpened(String)
    case donateTapped
    case amountChosen(Int)
    case payTapped
    case dedicationChanged(String)
    case postTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case paid(receipt: String)
    case payFailed
    case posted
    case postFailed
  }

  private enum CancelID { case request }

  @Dependency(\.m11Charity) private var charity

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.mode) {
    case (.input(.linkOpened(let campaign)), let mode):
      guard !mode.isUnfinished else {
        state.queuedLink = campaign
        return .none
      }
      state.mode = .browsing(campaign: campaign)
      state.queuedLink = nil
      return .cancel(id: CancelID.request)

    case (.input(.donateTapped), .browsing(campaign: let campaign)):
      state.mode = .form(M11Pledge(campaign: campaign), hasFailed: false)
      return .none

    case (.input(.amountChosen(let amount)), .form(var pledge, hasFailed: _)):
      pledge.amount = amount
      state.mode = .form(pledge, hasFailed: false)
      return .none

    case (.input(.payTapped), .form(let pledge, hasFailed: _)):
      guard pledge.amount != nil else { return .none }
      state.mode = .paying(pledge)
      return .run("pay", of: pledge) { send in
        await send(.paid(receipt: try await charity.pay(pledge)))
      } catch: { _, send in
        await send(.payFailed)
      }
      .cancellable(id: CancelID.request, cancelInFlight: true)

    case (.feedback(.paid(receipt: let receipt)), .paying(let pledge)):
      state.mode = .thanks(pledge, receipt: receipt, .empty)
      return .none

    case (.feedback(.payFailed), .paying(let pledge)):
      state.mode = .form(pledge, hasFailed: true)
      return .none

    case (.input(.dedicationChanged(let text)), .thanks(let pledge, receipt: let receipt, let dedication)):
      switch dedication {
      case .posting, .posted: return .none
      case .empty, .typed, .failed: break
      }
      state.mode = .thanks(pledge, receipt: receipt, text.isEmpty ? .empty : .typed(text))
      return .none

    case (.input(.postTapped), .thanks(let pledge, receipt: let receipt, let dedication)):
      guard let text = dedication.draft else { return .none }
      state.mode = .thanks(pledge, receipt: receipt, .posting(text))
      return .run("post", of: text) { send in
        try await charity.post(text)
        await send(.posted)
      } catch: { _, send in
        await send(.postFailed)
      }
      .cancellable(id: CancelID.request, cancelInFlight: true)

    case (.feedback(.posted), .thanks(let pledge, receipt: let receipt, .posting(let text))):
      state.mode = .thanks(pledge, receipt: receipt, .posted(text))
      return .none

    case (.feedback(.postFailed), .thanks(let pledge, receipt: let receipt, .posting(let text))):
      state.mode = .thanks(pledge, receipt: receipt, .failed(text))
      return .none

    case (.input(.closeTapped), .thanks(_, receipt: _, .posting)):
      return .none

    case (.input(.closeTapped), .form(let pledge, hasFailed: _)),
      (.input(.closeTapped), .thanks(let pledge, receipt: _, _)):
      state.mode = .browsing(campaign: state.queuedLink ?? pledge.campaign)
      state.queuedLink = nil
      return .none

    default:
      return .none
    }
  }
}

struct M11Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [
      .linkOpened("Forest"), .donateTapped, .amountChosen(20), .payTapped, .dedicationChanged("For Ada"), .postTapped,
      .closeTapped,
    ]) { () -> TestStore<M11Donation> in
      let store = TestStore(initialState: M11Donation.State(mode: .browsing(campaign: "Lake"))) { M11Donation() }
      store.gate("pay", at: \.m11Charity.pay) { _ in [.success("R1"), .failure(M11Refused())] }
      store.gate("post", at: \.m11Charity.post) { _ in [.success(()), .failure(M11Refused())] }
      return store
    }
  }
}

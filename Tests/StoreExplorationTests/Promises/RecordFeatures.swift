import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// A guide to exhibits, which keeps those that were heard to the end.
struct ExhibitGuide: Reducer {
  struct State: Hashable {
    var exhibit: Int?
    var text: [Int] = []
    var isLoading = false
    var heard: Set<Int> = []
  }

  enum Input: Hashable { case opened(Int), endReached, closeTapped }
  enum Feedback { case loaded([Int]), failed }

  private enum CancelID { case text }

  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened(let exhibit)):
      guard state.exhibit == nil else { return .none }
      (state.exhibit, state.isLoading) = (exhibit, true)
      return .run("text", of: exhibit) { send in
        await send(.loaded(try await load(exhibit)))
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.text)
    case .input(.endReached): if let exhibit = state.exhibit, !state.text.isEmpty { state.heard.insert(exhibit) }
    case .input(.closeTapped):
      guard state.exhibit != nil else { return .none }
      state = State(heard: state.heard)
      return .cancel(id: CancelID.text)
    case .feedback(.loaded(let text)): (state.text, state.isLoading) = (text, false)
    case .feedback(.failed): state.isLoading = false
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.opened(1), .opened(2), .endReached, .closeTapped],
      gates: [.load([1])]
    )
  }
}

/// A donation, with a dedication that is typed and posted once it is paid.
struct Dedicated: Reducer {
  enum Dedication: Hashable { case empty, typed, posting, failed, posted }

  enum State: Hashable {
    case browsing
    case form(hasFailed: Bool)
    case paying
    case thanks(Dedication)
  }

  enum Input: CaseIterable { case donateTapped, payTapped, typed, postTapped, closeTapped }
  enum Feedback { case paid, payFailed, posted, postFailed }

  @Dependency(\.suspectPost) private var post

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.donateTapped), .browsing): state = .form(hasFailed: false)
    case (.input(.payTapped), .form):
      state = .paying
      return request("pay", .paid, .payFailed)
    case (.feedback(.paid), .paying): state = .thanks(.empty)
    case (.feedback(.payFailed), .paying): state = .form(hasFailed: true)
    case (.input(.typed), .thanks(.empty)), (.input(.typed), .thanks(.failed)): state = .thanks(.typed)
    case (.input(.postTapped), .thanks(.typed)), (.input(.postTapped), .thanks(.failed)):
      state = .thanks(.posting)
      return request("post", .posted, .postFailed)
    case (.feedback(.posted), .thanks(.posting)): state = .thanks(.posted)
    case (.feedback(.postFailed), .thanks(.posting)): state = .thanks(.failed)
    case (.input(.closeTapped), .form), (.input(.closeTapped), .thanks(.empty)),
      (.input(.closeTapped), .thanks(.typed)),
      (.input(.closeTapped), .thanks(.failed)), (.input(.closeTapped), .thanks(.posted)):
      state = .browsing
    default: break
    }
    return .none
  }

  private func request(_ name: String, _ success: Feedback, _ failure: Feedback) -> Effect<Feedback, Never> {
    .run(name) { send in
      try await post(name)
      await send(success)
    } catch: { _, send in
      await send(failure)
    }
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State.browsing, inputs: Input.allCases, gates: [.post])
  }
}

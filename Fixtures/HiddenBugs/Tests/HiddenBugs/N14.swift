import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Hands a single to the streaming services, and follows its review.
struct N14Release: Reducer {
  enum Status: Equatable, Sendable {
    case draft
    case submitting
    case inReview
    case withdrawing
    case live
    case rejected
    case withdrawn
  }

  enum Notice: Equatable, Sendable {
    case submissionFailed
    case withdrawalFailed
  }

  struct State: Equatable {
    var cover: String?
    var status = Status.draft
    var notice: Notice?
    var isLinkCopied = false

    var canSubmit: Bool { status == .draft && cover != nil }
    var isUnderReview: Bool { status == .inReview || status == .withdrawing }
  }

  enum Input: Equatable, Sendable {
    case coverChosen(String)
    case submitTapped
    case withdrawTapped
    case reviseTapped
    case copyLinkTapped
    case noticeClosed
  }

  enum Feedback: Equatable, Sendable {
    case submitted
    case submissionFailed
    case decided(N14Decision)
    case reviewLost
    case reconnectDue
    case withdrawn
    case withdrawalFailed
    case linkHintEnded
  }

  private enum CancelID { case review, withdrawal, hint }

  @Dependency(\.n14Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.coverChosen(let cover)):
      guard state.status == .draft else { return .none }
      state.cover = cover
      return .none

    case .input(.submitTapped):
      guard state.canSubmit, let cover = state.cover else { return .none }
      state.status = .submitting
      state.notice = nil
      return .run("submit", of: cover) { send in
        try await client.submit(cover)
        await send(.submitted)
      } catch: { _, send in
        await send(.submissionFailed)
      }

    case .input(.withdrawTapped):
      guard state.status == .inReview else { return .none }
      state.status = .withdrawing
      state.notice = nil
      return .run("withdraw") { send in
        try await client.withdraw()
        await send(.withdrawn)
      } catch: { _, send in
        await send(.withdrawalFailed)
      }
      .cancellable(id: CancelID.withdrawal)

    case .input(.reviseTapped):
      guard state.status == .rejected || state.status == .withdrawn else { return .none }
      state.status = .draft
      return .none

    case .input(.copyLinkTapped):
      guard state.status == .live else { return .none }
      state.isLinkCopied = true
      return .run("hint") { send in
        try await clock.sleep(for: .seconds(2))
        await send(.linkHintEnded)
      }
      .cancellable(id: CancelID.hint, cancelInFlight: true)

    case .input(.noticeClosed):
      state.notice = nil
      return .none

    case .feedback(.submitted):
      state.status = .inReview
      return review()

    case .feedback(.submissionFailed):
      state.status = .draft
      state.notice = .submissionFailed
      return .none

    case .feedback(.decided(.live)):
      state.status = .live
      return .cancel(id: CancelID.review)

    case .feedback(.decided(.rejected)):
      // There is nothing left to withdraw.
      state.status = .rejected
      return .merge(.cancel(id: CancelID.review), .cancel(id: CancelID.withdrawal))

    case .feedback(.reviewLost):
      return .run("reconnect") { send in
        try await clock.sleep(for: .seconds(15))
        await send(.reconnectDue)
      }
      .cancellable(id: CancelID.review, cancelInFlight: true)

    case .feedback(.reconnectDue):
      return state.isUnderReview ? review() : .none

    case .feedback(.withdrawn):
      state.status = .withdrawn
      return .cancel(id: CancelID.review)

    case .feedback(.withdrawalFailed):
      state.status = .inReview
      state.notice = .withdrawalFailed
      return .none

    case .feedback(.linkHintEnded):
      state.isLinkCopied = false
      return .none
    }
  }

  private func review() -> Effect<Feedback, Never> {
    .run("review") { send in
      for try await decision in client.review() { await send(.decided(decision)) }
      await send(.reviewLost)
    } catch: { _, send in
      await send(.reviewLost)
    }
    .cancellable(id: CancelID.review, cancelInFlight: true)
  }
}

enum N14Decision: Equatable, Sendable {
  case live
  case rejected
}

struct N14Client: TestDependencyKey, Sendable {
  var submit: @Sendable (_ cover: String) async throws -> Void
  var withdraw: @Sendable () async throws -> Void
  var review: @Sendable () -> AsyncThrowingStream<N14Decision, any Error>

  static let testValue = N14Client(
    submit: unimplemented("N14Client.submit"),
    withdraw: unimplemented("N14Client.withdraw"),
    review: unimplemented("N14Client.review", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var n14Client: N14Client {
    get { self[N14Client.self] }
    set { self[N14Client.self] = newValue }
  }
}

struct N14Refused: Error {}

struct N14Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N14Release.State) -> [N14Release.Input] in
        var inputs: [N14Release.Input] = state.notice == nil ? [] : [.noticeClosed]
        switch state.status {
        case .draft: inputs += [.coverChosen("Blue"), .submitTapped]
        case .inReview: inputs.append(.withdrawTapped)
        case .live: inputs.append(.copyLinkTapped)
        case .rejected, .withdrawn: inputs.append(.reviseTapped)
        case .submitting, .withdrawing: break
        }
        return inputs
      }
    ) { () -> TestStore<N14Release> in
      let store = TestStore(initialState: N14Release.State()) { N14Release() }
      store.gate("submit", at: \.n14Client.submit) { _ in [.success(()), .failure(N14Refused())] }
      store.gate("withdraw", at: \.n14Client.withdraw) { [.success(()), .failure(N14Refused())] }
      store.gate("review", at: \.n14Client.review) {
        [.element(.live), .element(.rejected), .finish, .failure(N14Refused())]
      }
      return store
    }
  }
}

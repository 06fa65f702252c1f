import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The health diaries of a family. One member's diary is open at a time.
struct J20Family: Reducer {
  struct State: Equatable {
    var diary: J20Diary.State?
    var isLocking = false
    var lockFailed = false
  }

  enum Input: Equatable, Sendable {
    case memberTapped(String)
    case lockTapped
    case diary(J20Diary.Input)
  }

  enum Feedback: Equatable, Sendable {
    case locked
    case lockFailed
    case diary(ChildFeedback<J20Diary>)
  }

  @Dependency(\.j20Client) private var client

  private let diary = Scope<J20Family, J20Diary>(ifLet: \.diary, feedback: Feedback.diary) { J20Diary() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.memberTapped(let member)):
      guard !state.isLocking, member != state.diary?.member else { return .none }
      state.diary = J20Diary.State(member: member)
      return diary.reduce(.input(.reloadTapped), into: &state)

    case .input(.lockTapped):
      guard state.diary != nil, !state.isLocking else { return .none }
      state.isLocking = true
      state.lockFailed = false
      return .run("lock") { send in
        try await client.lock()
        await send(.locked)
      } catch: { _, send in
        await send(.lockFailed)
      }

    case .input(.diary(let input)):
      return diary.reduce(.input(input), into: &state)

    case .feedback(.locked):
      state.isLocking = false
      state.diary = nil
      return .none

    case .feedback(.lockFailed):
      state.isLocking = false
      state.lockFailed = true
      return .none

    case .feedback(.diary(.feedback(let feedback))):
      return diary.reduce(.feedback(feedback), into: &state)
    }
  }
}

/// The diary of one member, with a summary of the week on demand.
struct J20Diary: Reducer {
  enum Summary: Equatable, Sendable {
    case none
    case loading
    case shown(String)
    case failed
  }

  struct State: Equatable {
    var member: String
    var entries: [String] = []
    var isLoading = false
    var hasFailed = false
    var summary = Summary.none
  }

  enum Input: Equatable, Sendable {
    case reloadTapped
    case summaryTapped
    case summaryClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case summarized(String)
    case summaryFailed
  }

  private enum CancelID { case entries, summary }

  @Dependency(\.j20Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.reloadTapped):
      state.isLoading = true
      state.hasFailed = false
      return .run("entries", of: state.member) { [member = state.member] send in
        await send(.loaded(try await client.entries(member)))
      } catch: { _, send in
        await send(.loadFailed)
      }
      .cancellable(id: CancelID.entries, cancelInFlight: true)

    case .input(.summaryTapped):
      state.summary = .loading
      return .run("summary", of: state.member) { [member = state.member] send in
        await send(.summarized(try await client.summary(member)))
      } catch: { _, send in
        await send(.summaryFailed)
      }
      .cancellable(id: CancelID.summary, cancelInFlight: true)

    case .input(.summaryClosed):
      state.summary = .none
      return .cancel(id: CancelID.summary)

    case .feedback(.loaded(let entries)):
      state.isLoading = false
      state.entries = entries
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasFailed = true
      return .none

    case .feedback(.summarized(let text)):
      state.summary = .shown(text)
      return .none

    case .feedback(.summaryFailed):
      state.summary = .failed
      return .none
    }
  }
}

struct J20Client: TestDependencyKey, Sendable {
  var entries: @Sendable (_ member: String) async throws -> [String]
  var summary: @Sendable (_ member: String) async throws -> String
  var lock: @Sendable () async throws -> Void

  static let testValue = J20Client(
    entries: unimplemented("J20Client.entries"),
    summary: unimplemented("J20Client.summary"),
    lock: unimplemented("J20Client.lock")
  )
}

extension DependencyValues {
  var j20Client: J20Client {
    get { self[J20Client.self] }
    set { self[J20Client.self] = newValue }
  }
}

struct J20Offline: Error {}

struct J20Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J20Family.State) -> [J20Family.Input] in
        guard let diary = state.diary else { return [.memberTapped("Ada"), .memberTapped("Ben")] }
        if state.isLocking { return [] }
        var inputs: [J20Family.Input] = [.memberTapped(diary.member == "Ada" ? "Ben" : "Ada"), .lockTapped]
        inputs.append(.diary(.reloadTapped))
        inputs.append(.diary(diary.summary == .none ? .summaryTapped : .summaryClosed))
        if diary.summary == .failed { inputs.append(.diary(.summaryTapped)) }
        return inputs
      }
    ) { () -> TestStore<J20Family> in
      let store = TestStore(initialState: J20Family.State()) { J20Family() }
      store.gate("entries", at: \.j20Client.entries) { member in
        [.success(["\(member): 37.2"]), .failure(J20Offline())]
      }
      store.gate("summary", at: \.j20Client.summary) { member in
        [.success("\(member) is fine"), .failure(J20Offline())]
      }
      store.gate("lock", at: \.j20Client.lock) { [.success(()), .failure(J20Offline())] }
      return store
    }
  }
}

import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The scale in the bathroom. Each member of the family has an account with weights.
struct G31Scale: Reducer {
  struct State: Equatable {
    var signingIn: G31Member?
    var account: Account?
    var notice: Notice?
  }

  struct Account: Equatable {
    let member: G31Member
    var entries: [G31Entry] = []
    var isLoading = false
    var isSaving = false

    /// A weight that could not be saved.
    var unsaved: Int?

    var isBusy: Bool { isLoading || isSaving }
  }

  enum Notice: Equatable { case signInFailed, loadFailed }

  enum Input: Equatable, Sendable {
    case memberTapped(G31Member)
    case cancelTapped
    case logOutTapped
    case refreshTapped
    case weightEntered(Int)
    case saveAgainTapped
    case discardTapped
    case noticeClosed
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(G31Member)
    case signInFailed
    case loaded([G31Entry])
    case loadFailed
    case saved(G31Entry)
    case saveFailed(Int)
  }

  private enum CancelID { case signIn, entries }

  @Dependency(\.g31Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.memberTapped(let member)):
      guard state.account == nil, state.signingIn == nil else { return .none }
      state.signingIn = member
      state.notice = nil
      return .run("sign in", of: member) { send in
        try await client.signIn(member)
        await send(.signedIn(member))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.cancelTapped):
      state.signingIn = nil
      return .cancel(id: CancelID.signIn)

    case .input(.logOutTapped):
      guard state.account?.unsaved == nil else { return .none }
      state.account = nil
      state.notice = nil
      return .cancel(id: CancelID.entries)

    case .input(.refreshTapped):
      guard let account = state.account, !account.isBusy else { return .none }
      return load(account.member, &state)

    case .input(.weightEntered(let weight)):
      guard let account = state.account, !account.isBusy, account.unsaved == nil else { return .none }
      return save(weight, of: account.member, &state)

    case .input(.saveAgainTapped):
      guard let account = state.account, !account.isBusy, let weight = account.unsaved else { return .none }
      return save(weight, of: account.member, &state)

    case .input(.discardTapped):
      state.account?.unsaved = nil
      return .none

    case .input(.noticeClosed):
      state.notice = nil
      return .none

    case .feedback(.signedIn(let member)):
      state.signingIn = nil
      state.account = Account(member: member)
      return load(member, &state)

    case .feedback(.signInFailed):
      state.signingIn = nil
      state.notice = .signInFailed
      return .none

    case .feedback(.loaded(let entries)):
      state.account?.isLoading = false
      state.account?.entries = entries
      return .none

    case .feedback(.loadFailed):
      state.account?.isLoading = false
      state.notice = .loadFailed
      return .none

    case .feedback(.saved(let entry)):
      state.account?.isSaving = false
      state.account?.entries.insert(entry, at: 0)
      return .none

    case .feedback(.saveFailed(let weight)):
      state.account?.isSaving = false
      state.account?.unsaved = weight
      return .none
    }
  }

  private func load(_ member: G31Member, _ state: inout State) -> Effect<Feedback, Never> {
    state.account?.isLoading = true
    state.notice = nil
    return .run("entries", of: member) { send in
      await send(.loaded(try await client.entries(member)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.entries, cancelInFlight: true)
  }

  private func save(_ weight: Int, of member: G31Member, _ state: inout State) -> Effect<Feedback, Never> {
    state.account?.isSaving = true
    state.account?.unsaved = nil
    return .run("save", of: weight) { send in
      await send(.saved(try await client.save(member, weight)))
    } catch: { _, send in
      await send(.saveFailed(weight))
    }
  }
}

enum G31Member: Hashable, Sendable { case ada, bob }

struct G31Entry: Equatable, Identifiable, Sendable {
  let id: Int
  var kilograms: Int
}

struct G31Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ member: G31Member) async throws -> Void
  var entries: @Sendable (_ member: G31Member) async throws -> [G31Entry]
  var save: @Sendable (_ member: G31Member, _ kilograms: Int) async throws -> G31Entry

  static let testValue = G31Client(
    signIn: unimplemented("G31Client.signIn"),
    entries: unimplemented("G31Client.entries"),
    save: unimplemented("G31Client.save")
  )
}

extension DependencyValues {
  var g31Client: G31Client {
    get { self[G31Client.self] }
    set { self[G31Client.self] = newValue }
  }
}

struct G31Offline: Error {}

extension G31Entry {
  static func sample(of member: G31Member) -> G31Entry {
    member == .ada ? G31Entry(id: 1, kilograms: 65) : G31Entry(id: 2, kilograms: 83)
  }

  static func saved(_ kilograms: Int, of member: G31Member) -> G31Entry {
    G31Entry(id: member == .ada ? 3 : 4, kilograms: kilograms)
  }
}

struct G31Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G31Scale.State) -> [G31Scale.Input] in
        var inputs: [G31Scale.Input] = []
        if state.notice != nil { inputs.append(.noticeClosed) }
        if state.signingIn != nil { return inputs + [.cancelTapped] }
        guard let account = state.account else { return inputs + [.memberTapped(.ada), .memberTapped(.bob)] }
        if account.unsaved == nil { inputs.append(.logOutTapped) }
        if account.isBusy { return inputs }
        inputs.append(.refreshTapped)
        if account.unsaved != nil { return inputs + [.saveAgainTapped, .discardTapped] }
        if account.entries.count < 2 { inputs.append(.weightEntered(account.member == .ada ? 64 : 82)) }
        return inputs
      }
    ) { () -> TestStore<G31Scale> in
      let store = TestStore(initialState: G31Scale.State()) { G31Scale() }
      store.gate("sign in", at: \.g31Client.signIn) { _ in [.success(()), .failure(G31Offline())] }
      store.gate("entries", at: \.g31Client.entries) { member in
        [.success([G31Entry.sample(of: member)]), .failure(G31Offline())]
      }
      store.gate("save", at: \.g31Client.save) { member, kilograms in
        [.success(G31Entry.saved(kilograms, of: member)), .failure(G31Offline())]
      }
      return store
    }
  }
}

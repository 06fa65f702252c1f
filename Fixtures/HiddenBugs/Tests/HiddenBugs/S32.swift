import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The card of a member of the museum's circle of friends, with a photo and the visits so far.
struct S32Membership: Reducer {
  enum Problem: Equatable { case signIn, visits, photo }

  struct State: Equatable {
    var member: S32Member?
    var visits: [String] = []
    var isSigningIn = false
    var isLoading = false
    var isUploading = false
    var problem: Problem?
  }

  enum Input: Equatable, Sendable {
    case signInTapped(String)
    case signOutTapped
    case reloadTapped
    case photoChosen(String)
    case problemDismissed
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(S32Member)
    case signInFailed
    case loaded([String])
    case loadFailed
    case uploaded(String)
    case uploadFailed
  }

  private enum CancelID { case session }

  @Dependency(\.s32Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signInTapped(let name)):
      guard state.member == nil, !state.isSigningIn else { return .none }
      state.isSigningIn = true
      state.problem = nil
      return .run("signIn", of: name) { send in
        await send(.signedIn(try await client.signIn(name)))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.session)

    case .input(.signOutTapped):
      state = State()
      return .cancel(id: CancelID.session)

    case .input(.reloadTapped):
      guard let member = state.member, !state.isLoading else { return .none }
      return load(member, into: &state)

    case .input(.photoChosen(let file)):
      guard let member = state.member, !state.isUploading else { return .none }
      state.isUploading = true
      state.problem = nil
      return .run("upload", of: file) { send in
        await send(.uploaded(try await client.upload(member.name, file)))
      } catch: { _, send in
        await send(.uploadFailed)
      }

    case .input(.problemDismissed):
      state.problem = nil
      return .none

    case .feedback(.signedIn(let member)):
      state.isSigningIn = false
      state.member = member
      return load(member, into: &state)

    case .feedback(.signInFailed):
      state.isSigningIn = false
      state.problem = .signIn
      return .none

    case .feedback(.loaded(let visits)):
      state.isLoading = false
      state.visits = visits
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.problem = .visits
      return .none

    case .feedback(.uploaded(let photo)):
      state.isUploading = false
      state.member?.photo = photo
      return .none

    case .feedback(.uploadFailed):
      state.isUploading = false
      state.problem = .photo
      return .none
    }
  }

  private func load(_ member: S32Member, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.problem = nil
    return .run("visits", of: member.name) { send in
      await send(.loaded(try await client.visits(member.name)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.session)
  }
}

struct S32Member: Equatable, Sendable {
  var name: String
  var photo: String?
}

struct S32Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ name: String) async throws -> S32Member
  var visits: @Sendable (_ name: String) async throws -> [String]

  /// Returns the address of the photo.
  var upload: @Sendable (_ name: String, _ file: String) async throws -> String

  static let testValue = S32Client(
    signIn: unimplemented("S32Client.signIn"),
    visits: unimplemented("S32Client.visits"),
    upload: unimplemented("S32Client.upload")
  )
}

extension DependencyValues {
  var s32Client: S32Client {
    get { self[S32Client.self] }
    set { self[S32Client.self] = newValue }
  }
}

struct S32Offline: Error {}

struct S32Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: S32Membership.State) -> [S32Membership.Input] in
        var inputs: [S32Membership.Input] = state.problem == nil ? [] : [.problemDismissed]
        if state.isSigningIn { return inputs + [.signOutTapped] }
        guard state.member != nil else { return inputs + [.signInTapped("Ada"), .signInTapped("Bob")] }
        if !state.isUploading { inputs.append(.photoChosen("portrait.jpg")) }
        return inputs + [.reloadTapped, .signOutTapped]
      }
    ) { () -> TestStore<S32Membership> in
      let store = TestStore(initialState: S32Membership.State()) { S32Membership() }
      store.gate("signIn", at: \.s32Client.signIn) { name in
        [.success(S32Member(name: name, photo: nil)), .failure(S32Offline())]
      }
      store.gate("visits", at: \.s32Client.visits) { name in [.success(["May, \(name)"]), .failure(S32Offline())] }
      store.gate("upload", at: \.s32Client.upload) { upload in
        [.success("\(upload.0)/\(upload.1)"), .failure(S32Offline())]
      }
      return store
    }
  }
}

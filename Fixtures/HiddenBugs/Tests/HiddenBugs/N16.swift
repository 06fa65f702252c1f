import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The photos of one account.
struct N16Photos: Reducer {
  struct State: Equatable, Identifiable {
    let id: String
    var photos: [String] = []
    var isLoading = false
    var isUploading = false
    var problem: Problem?
  }

  enum Problem: Equatable, Sendable {
    case load
    case upload
  }

  enum Input: Equatable, Sendable {
    case reloadTapped
    case uploadTapped
    case problemClosed
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case uploaded(String)
    case uploadFailed
  }

  private enum CancelID { case load }

  @Dependency(\.n16Client) private var client

  func start(from state: State) -> Effect<Feedback, Never> {
    state.isLoading ? load(state.id) : .none
  }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.reloadTapped):
      guard !state.isLoading, !state.isUploading else { return .none }
      state.isLoading = true
      if state.problem == .load { state.problem = nil }
      return load(state.id)

    case .input(.uploadTapped):
      guard !state.isUploading else { return .none }
      state.isUploading = true
      if state.problem == .upload { state.problem = nil }
      return .run("upload", of: state.id) { [account = state.id] send in
        await send(.uploaded(try await client.upload(account)))
      } catch: { _, send in
        await send(.uploadFailed)
      }

    case .input(.problemClosed):
      state.problem = nil
      return .none

    case .feedback(.loaded(let photos)):
      state.isLoading = false
      state.photos = photos
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.problem = .load
      return .none

    case .feedback(.uploaded(let photo)):
      state.isUploading = false
      if !state.photos.contains(photo) { state.photos.append(photo) }
      // A list that was asked for before may lack the new photo.
      return state.isLoading ? load(state.id) : .none

    case .feedback(.uploadFailed):
      state.isUploading = false
      state.problem = .upload
      return .none
    }
  }

  private func load(_ account: String) -> Effect<Feedback, Never> {
    .run("photos", of: account) { send in
      await send(.loaded(try await client.photos(account)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

/// Signs in, and shows the photos of the account.
struct N16Cloud: Reducer {
  struct State: Equatable {
    var signingIn: String?
    var signInFailed = false
    var photos: N16Photos.State?
    var asksToSignOut = false
  }

  enum Input: Equatable, Sendable {
    case accountChosen(String)
    case signInCancelled
    case signOutTapped
    case signOutConfirmed
    case stayTapped
    case photos(N16Photos.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case photos(ChildFeedback<N16Photos>)
  }

  private enum CancelID { case signIn }

  let photos = Scope<N16Cloud, N16Photos>(ifLet: \.photos, feedback: Feedback.photos) { N16Photos() }

  @Dependency(\.n16Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.accountChosen(let account)):
      guard state.photos == nil, state.signingIn == nil else { return .none }
      state.signingIn = account
      state.signInFailed = false
      return .run("signIn", of: account) { send in
        try await client.signIn(account)
        await send(.signedIn(account))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn)

    case .input(.signInCancelled):
      state.signingIn = nil
      return .cancel(id: CancelID.signIn)

    case .input(.signOutTapped):
      guard state.photos?.isUploading == true else {
        state.photos = nil
        return .none
      }
      state.asksToSignOut = true
      return .none

    case .input(.signOutConfirmed):
      guard state.asksToSignOut else { return .none }
      state.asksToSignOut = false
      state.photos = nil
      return .none

    case .input(.stayTapped):
      state.asksToSignOut = false
      return .none

    case .input(.photos(let input)):
      return photos.reduce(.input(input), into: &state)

    case .feedback(.signedIn(let account)):
      state.signingIn = nil
      state.photos = N16Photos.State(id: account, isLoading: true)
      return photos.start(from: state)

    case .feedback(.signInFailed):
      state.signingIn = nil
      state.signInFailed = true
      return .none

    case .feedback(.photos(.feedback(let feedback))):
      return photos.reduce(.feedback(feedback), into: &state)
    }
  }
}

struct N16Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ account: String) async throws -> Void
  var photos: @Sendable (_ account: String) async throws -> [String]
  var upload: @Sendable (_ account: String) async throws -> String

  static let testValue = N16Client(
    signIn: unimplemented("N16Client.signIn"),
    photos: unimplemented("N16Client.photos"),
    upload: unimplemented("N16Client.upload")
  )
}

extension DependencyValues {
  var n16Client: N16Client {
    get { self[N16Client.self] }
    set { self[N16Client.self] = newValue }
  }
}

struct N16Offline: Error {}

struct N16Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N16Cloud.State) -> [N16Cloud.Input] in
        if state.signingIn != nil { return [.signInCancelled] }
        guard let photos = state.photos else { return [.accountChosen("ada"), .accountChosen("ben")] }
        if state.asksToSignOut { return [.signOutConfirmed, .stayTapped] }
        var inputs: [N16Cloud.Input] = [.signOutTapped]
        if !photos.isLoading, !photos.isUploading { inputs.append(.photos(.reloadTapped)) }
        if !photos.isUploading { inputs.append(.photos(.uploadTapped)) }
        if photos.problem != nil { inputs.append(.photos(.problemClosed)) }
        return inputs
      }
    ) { () -> TestStore<N16Cloud> in
      let store = TestStore(initialState: N16Cloud.State()) { N16Cloud() }
      store.gate("signIn", at: \.n16Client.signIn) { _ in [.success(()), .failure(N16Offline())] }
      store.gate("photos", at: \.n16Client.photos) { account in [.success(["\(account)-1"]), .failure(N16Offline())] }
      store.gate("upload", at: \.n16Client.upload) { account in [.success("\(account)-2"), .failure(N16Offline())] }
      return store
    }
  }
}

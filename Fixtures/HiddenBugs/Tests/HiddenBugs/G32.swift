import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The laboratory results of one patient.
struct G32Record: Reducer {
  struct State: Equatable, Identifiable {
    /// The name of the patient.
    let id: String
    var results: [G32Result] = []
    var isLoading = true
    var hasLoadFailed = false
    var sharing: G32Result.ID?
    var link: String?
    var hasSharingFailed = false
  }

  enum Input: Equatable, Sendable { case refreshTapped, shareTapped(G32Result.ID), linkClosed, noticeClosed }
  enum Feedback: Equatable, Sendable { case loaded([G32Result]), loadFailed, shared(String), sharingFailed, expired }
  enum Output: Equatable, Sendable { case expired }

  @Dependency(\.g32Client) private var client

  func start(from state: State) -> Effect<Feedback, Output> { load(state.id) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.refreshTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.hasLoadFailed = false
      return load(state.id)

    case .input(.shareTapped(let id)):
      guard state.sharing == nil else { return .none }
      state.sharing = id
      state.link = nil
      state.hasSharingFailed = false
      return .run("share", of: id) { send in
        await send(.shared(try await client.share(id)))
      } catch: { error, send in
        await send(error is G32Expired ? .expired : .sharingFailed)
      }

    case .input(.linkClosed):
      state.link = nil
      return .none

    case .input(.noticeClosed):
      state.hasSharingFailed = false
      return .none

    case .feedback(.loaded(let results)):
      state.isLoading = false
      state.results = results
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none

    case .feedback(.shared(let link)):
      state.sharing = nil
      state.link = link
      return .none

    case .feedback(.sharingFailed):
      state.sharing = nil
      state.hasSharingFailed = true
      return .none

    case .feedback(.expired):
      return .output(.expired)
    }
  }

  private func load(_ patient: String) -> Effect<Feedback, Output> {
    .run("results", of: patient) { send in
      await send(.loaded(try await client.results(patient)))
    } catch: { error, send in
      await send(error is G32Expired ? .expired : .loadFailed)
    }
  }
}

/// The portal of a clinic. Who does nothing for five minutes is signed out.
struct G32Portal: Reducer {
  struct State: Equatable {
    var stage = Stage.signedOut(Door())
  }

  enum Stage: Equatable {
    case signedOut(Door)
    case signedIn(G32Record.State)
  }

  struct Door: Equatable {
    var isSigningIn = false
    var notice: Notice?
  }

  enum Notice: Equatable { case signInFailed, expired, locked }

  enum Input: Equatable, Sendable {
    case signInTapped
    case cancelTapped
    case signOutTapped
    case patientTapped(String)
    case record(G32Record.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signedIn(String)
    case signInFailed
    case lockDue
    case record(ChildFeedback<G32Record>)
  }

  private enum CancelID { case signIn, lock }

  private let record = Scope<G32Portal, G32Record>(
    at: .ifCase(Stage.signedIn, of: \.stage) { if case .signedIn(let record) = $0 { record } else { nil } },
    feedback: Feedback.record
  ) { G32Record() }

  @Dependency(\.g32Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    let effect = route(message, &state)
    switch (message, state.stage) {
    case (_, .signedOut): return .merge(effect, .cancel(id: CancelID.lock))
    case (.input, .signedIn), (.feedback(.signedIn), .signedIn): return .merge(effect, lock())
    case (.feedback, .signedIn): return effect
    }
  }

  private func route(_ message: Message<Input, Feedback>, _ state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.record(let input)): return record.reduce(.input(input), into: &state)
    case .feedback(.record(.feedback(let feedback))): return record.reduce(.feedback(feedback), into: &state)

    case .input(.signInTapped):
      guard case .signedOut(let door) = state.stage, !door.isSigningIn else { return .none }
      state.stage = .signedOut(Door(isSigningIn: true))
      return .run("sign in") { send in
        await send(.signedIn(try await client.signIn()))
      } catch: { _, send in
        await send(.signInFailed)
      }
      .cancellable(id: CancelID.signIn, cancelInFlight: true)

    case .input(.cancelTapped):
      guard case .signedOut = state.stage else { return .none }
      state.stage = .signedOut(Door())
      return .cancel(id: CancelID.signIn)

    case .input(.signOutTapped):
      guard case .signedIn = state.stage else { return .none }
      state.stage = .signedOut(Door())
      return .none

    case .input(.patientTapped(let name)):
      guard case .signedIn(let record) = state.stage, record.id != name else { return .none }
      return show(name, &state)

    case .feedback(.signedIn(let name)):
      return show(name, &state)

    case .feedback(.signInFailed):
      state.stage = .signedOut(Door(notice: .signInFailed))
      return .none

    case .feedback(.lockDue):
      state.stage = .signedOut(Door(notice: .locked))
      return .none

    case .feedback(.record(.output(.expired))):
      state.stage = .signedOut(Door(notice: .expired))
      return .none
    }
  }

  /// Shows the record of a patient, instead of another one.
  private func show(_ name: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.stage = .signedIn(G32Record.State(id: name))
    return record.start(from: state)
  }

  private func lock() -> Effect<Feedback, Never> {
    .run("lock") { send in
      try await clock.sleep(for: .seconds(300))
      await send(.lockDue)
    }
    .cancellable(id: CancelID.lock, cancelInFlight: true)
  }
}

struct G32Result: Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
}

struct G32Client: TestDependencyKey, Sendable {
  /// Signs in with the card of the patient, and returns the name.
  var signIn: @Sendable () async throws -> String
  var results: @Sendable (_ patient: String) async throws -> [G32Result]
  var share: @Sendable (_ id: G32Result.ID) async throws -> String

  static let testValue = G32Client(
    signIn: unimplemented("G32Client.signIn"),
    results: unimplemented("G32Client.results"),
    share: unimplemented("G32Client.share")
  )
}

extension DependencyValues {
  var g32Client: G32Client {
    get { self[G32Client.self] }
    set { self[G32Client.self] = newValue }
  }
}

struct G32Offline: Error {}

/// The session has ended on the server.
struct G32Expired: Error {}

struct G32Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: G32Portal.State) -> [G32Portal.Input] in
        switch state.stage {
        case .signedOut(let door): return [door.isSigningIn ? .cancelTapped : .signInTapped]
        case .signedIn(let record):
          var inputs: [G32Portal.Input] = [.signOutTapped, .patientTapped(record.id == "Ada" ? "Ben" : "Ada")]
          if !record.isLoading { inputs.append(.record(.refreshTapped)) }
          if record.sharing == nil, let result = record.results.first {
            inputs.append(.record(.shareTapped(result.id)))
          }
          if record.link != nil { inputs.append(.record(.linkClosed)) }
          if record.hasSharingFailed { inputs.append(.record(.noticeClosed)) }
          return inputs
        }
      }
    ) { () -> TestStore<G32Portal> in
      let store = TestStore(initialState: G32Portal.State()) { G32Portal() }
      store.gate("sign in", at: \.g32Client.signIn) { [.success("Ada"), .failure(G32Offline())] }
      store.gate("results", at: \.g32Client.results) { patient in
        [.success([G32Result(id: 1, title: "Iron of \(patient)")]), .failure(G32Offline()), .failure(G32Expired())]
      }
      store.gate("share", at: \.g32Client.share) { id in
        [.success("clinic.example/\(id)"), .failure(G32Offline()), .failure(G32Expired())]
      }
      return store
    }
  }
}

import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The kiosk in the lobby, at which guests look after their wishes. It signs out who has left it.
struct J34Kiosk: Reducer {
  enum State: Equatable {
    case signedOut(J34SignIn.State)
    case signedIn(J34Wishes.State)
  }

  enum Input: Equatable, Sendable {
    case signIn(J34SignIn.Input)
    case wishes(J34Wishes.Input)
  }

  enum Feedback: Equatable, Sendable {
    case signIn(ChildFeedback<J34SignIn>)
    case wishes(ChildFeedback<J34Wishes>)
  }

  let signIn = Scope<J34Kiosk, J34SignIn>(
    at: .ifCase(State.signedOut, of: \.self) { if case .signedOut(let signIn) = $0 { signIn } else { nil } },
    feedback: Feedback.signIn
  ) { J34SignIn() }

  let wishes = Scope<J34Kiosk, J34Wishes>(
    at: .ifCase(State.signedIn, of: \.self) { if case .signedIn(let wishes) = $0 { wishes } else { nil } },
    feedback: Feedback.wishes
  ) { J34Wishes() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signIn(let input)): return signIn.reduce(.input(input), into: &state)
    case .input(.wishes(let input)): return wishes.reduce(.input(input), into: &state)
    case .feedback(.signIn(.feedback(let feedback))): return signIn.reduce(.feedback(feedback), into: &state)
    case .feedback(.wishes(.feedback(let feedback))): return wishes.reduce(.feedback(feedback), into: &state)

    case .feedback(.signIn(.output(.signedIn(let guest)))):
      state = .signedIn(J34Wishes.State(room: guest.room, pillow: guest.pillow))
      return wishes.start(from: state)

    case .feedback(.wishes(.output(.signedOut))):
      state = .signedOut(J34SignIn.State())
      return .none
    }
  }
}

/// The form in which a guest types the number of the room.
struct J34SignIn: Reducer {
  struct State: Equatable {
    var room = ""
    var isBusy = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case roomChanged(String), signInTapped }
  enum Feedback: Equatable, Sendable { case succeeded(J34Guest), failed }
  enum Output: Equatable, Sendable { case signedIn(J34Guest) }

  @Dependency(\.j34Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.roomChanged(let room)):
      guard !state.isBusy else { return .none }
      state = State(room: room)
      return .none

    case .input(.signInTapped):
      guard !state.room.isEmpty, !state.isBusy else { return .none }
      state.isBusy = true
      state.hasFailed = false
      return .run("signIn", of: state.room) { [room = state.room] send in
        await send(.succeeded(try await client.signIn(room)))
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.succeeded(let guest)):
      state.isBusy = false
      return .output(.signedIn(guest))

    case .feedback(.failed):
      state.isBusy = false
      state.hasFailed = true
      return .none
    }
  }
}

/// The wishes of a guest, and the points that the guest has collected.
struct J34Wishes: Reducer {
  enum Points: Equatable { case loading, shown(Int), failed }

  struct State: Equatable {
    var room: String
    var pillow: J34Pillow

    /// The pillow that is being saved.
    var pendingPillow: J34Pillow?
    var hasFailed = false
    var points = Points.loading

    /// Whether the guest is signed out as soon as the pillow is saved.
    var isLeaving = false
  }

  enum Input: Equatable, Sendable { case pillowTapped(J34Pillow), retryPointsTapped, signOutTapped }
  enum Feedback: Equatable, Sendable { case pointsLoaded(Int), pointsFailed, saved, saveFailed, idled }
  enum Output: Equatable, Sendable { case signedOut }

  private enum CancelID { case idle }

  @Dependency(\.j34Client) private var client
  @Dependency(\.continuousClock) private var clock

  func start(from state: State) -> Effect<Feedback, Output> { .merge(loadPoints(of: state.room), idle()) }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.pillowTapped(let pillow)):
      guard state.pendingPillow == nil, pillow != state.pillow else { return .none }
      state.pendingPillow = pillow
      state.hasFailed = false
      let wish = J34Wish(room: state.room, pillow: pillow)
      return .merge(
        idle(),
        .run("save", of: wish) { send in
          try await client.save(wish)
          await send(.saved)
        } catch: { _, send in
          await send(.saveFailed)
        }
      )

    case .input(.retryPointsTapped):
      guard state.points == .failed else { return .none }
      state.points = .loading
      return .merge(idle(), loadPoints(of: state.room))

    case .input(.signOutTapped), .feedback(.idled):
      guard state.pendingPillow != nil else { return .output(.signedOut) }
      state.isLeaving = true
      return .none

    case .feedback(.saved):
      if let pillow = state.pendingPillow { state.pillow = pillow }
      state.pendingPillow = nil
      return state.isLeaving ? .output(.signedOut) : .none

    case .feedback(.saveFailed):
      state.pendingPillow = nil
      state.hasFailed = true
      state.isLeaving = false
      return idle()

    case .feedback(.pointsLoaded(let points)):
      state.points = .shown(points)
      return .none

    case .feedback(.pointsFailed):
      state.points = .failed
      return .none
    }
  }

  private func loadPoints(of room: String) -> Effect<Feedback, Output> {
    .run("points", of: room) { send in
      await send(.pointsLoaded(try await client.points(room)))
    } catch: { _, send in
      await send(.pointsFailed)
    }
  }

  /// Waits until the guest has done nothing for a minute.
  private func idle() -> Effect<Feedback, Output> {
    .run("idle") { send in
      try await clock.sleep(for: .seconds(60))
      await send(.idled)
    }
    .cancellable(id: CancelID.idle, cancelInFlight: true)
  }
}

enum J34Pillow: Hashable, Sendable { case soft, firm }

struct J34Guest: Equatable, Sendable {
  var room: String
  var pillow: J34Pillow
}

struct J34Wish: Hashable, Sendable {
  var room: String
  var pillow: J34Pillow
}

struct J34Client: TestDependencyKey, Sendable {
  var signIn: @Sendable (_ room: String) async throws -> J34Guest
  var points: @Sendable (_ room: String) async throws -> Int
  var save: @Sendable (_ wish: J34Wish) async throws -> Void

  static let testValue = J34Client(
    signIn: unimplemented("J34Client.signIn"),
    points: unimplemented("J34Client.points"),
    save: unimplemented("J34Client.save")
  )
}

extension DependencyValues {
  var j34Client: J34Client {
    get { self[J34Client.self] }
    set { self[J34Client.self] = newValue }
  }
}

struct J34Offline: Error {}

struct J34Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J34Kiosk.State) -> [J34Kiosk.Input] in
        switch state {
        case .signedOut(let signIn):
          guard !signIn.isBusy else { return [] }
          guard !signIn.room.isEmpty else { return [.signIn(.roomChanged("12")), .signIn(.roomChanged("34"))] }
          return [.signIn(.roomChanged("")), .signIn(.signInTapped)]
        case .signedIn(let wishes):
          guard !wishes.isLeaving else { return [] }
          var inputs: [J34Kiosk.Input] = [.wishes(.signOutTapped)]
          if wishes.pendingPillow == nil {
            inputs.append(.wishes(.pillowTapped(wishes.pillow == .soft ? .firm : .soft)))
          }
          if wishes.points == .failed { inputs.append(.wishes(.retryPointsTapped)) }
          return inputs
        }
      }
    ) { () -> TestStore<J34Kiosk> in
      let store = TestStore(initialState: J34Kiosk.State.signedOut(J34SignIn.State())) { J34Kiosk() }
      store.gate("signIn", at: \.j34Client.signIn) { room in
        [.success(J34Guest(room: room, pillow: .soft)), .failure(J34Offline())]
      }
      store.gate("points", at: \.j34Client.points) { _ in [.success(250), .failure(J34Offline())] }
      store.gate("save", at: \.j34Client.save) { _ in [.success(()), .failure(J34Offline())] }
      return store
    }
  }
}

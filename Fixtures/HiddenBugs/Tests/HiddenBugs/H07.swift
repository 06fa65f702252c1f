import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct H07Client: TestDependencyKey, Sendable {
  var pieces: @Sendable () async throws -> [String]
  var setAttending: @Sendable (_ isAttending: Bool) async throws -> Void

  static let testValue = H07Client(
    pieces: unimplemented("H07Client.pieces", placeholder: []),
    setAttending: unimplemented("H07Client.setAttending")
  )
}

extension DependencyValues {
  var h07Client: H07Client {
    get { self[H07Client.self] }
    set { self[H07Client.self] = newValue }
  }
}

struct H07Offline: Error {}

/// The next rehearsal of a choir: who comes, the pieces, and a metronome for the chosen piece.
struct H07Rehearsal: Reducer {
  struct State: Equatable {
    var pieces: [String] = []
    var isLoading = false
    var loadHasFailed = false

    var isAttending = false
    var isSaving = false
    var saveHasFailed = false

    var chosenPiece: String?
    var isPlaying = false
    var beat = 0

    var isInBackground = false
  }

  enum Input: Equatable, Sendable {
    case reloadTapped
    case attendTapped
    case pieceTapped(String)
    case playTapped
    case wentToBackground
    case cameBack
  }

  enum Feedback: Equatable, Sendable {
    case loaded([String])
    case loadFailed
    case saved
    case saveFailed
    case ticked
  }

  private enum CancelID { case metronome }

  @Dependency(\.h07Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.reloadTapped):
      guard !state.isLoading else { return .none }
      state.isLoading = true
      state.loadHasFailed = false
      return .run("pieces") { send in
        await send(.loaded(try await client.pieces()))
      } catch: { _, send in
        await send(.loadFailed)
      }

    case .input(.attendTapped):
      guard !state.isSaving else { return .none }
      state.isAttending.toggle()
      state.isSaving = true
      state.saveHasFailed = false
      let isAttending = state.isAttending
      return .run("attend", of: isAttending) { send in
        try await client.setAttending(isAttending)
        await send(.saved)
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.pieceTapped(let piece)):
      guard state.pieces.contains(piece), state.chosenPiece != piece else { return .none }
      state.chosenPiece = piece
      state.beat = 0
      return metronome(in: state)

    case .input(.playTapped):
      guard state.chosenPiece != nil else { return .none }
      if state.isPlaying {
        state.isPlaying = false
        state.beat = 0
        return .cancel(id: CancelID.metronome)
      }
      state.isPlaying = true
      return metronome(in: state)

    case .input(.wentToBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.metronome)

    case .input(.cameBack):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return metronome(in: state)

    case .feedback(.loaded(let pieces)):
      state.isLoading = false
      state.pieces = pieces
      if let piece = state.chosenPiece, !pieces.contains(piece) {
        state.chosenPiece = nil
        state.isPlaying = false
        state.beat = 0
        return .cancel(id: CancelID.metronome)
      }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.loadHasFailed = true
      return .none

    case .feedback(.saved):
      state.isSaving = false
      return .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.saveHasFailed = true
      state.isAttending.toggle()
      return .none

    case .feedback(.ticked):
      state.beat = (state.beat + 1) % 4
      return .none
    }
  }

  /// The metronome, which is silent in the background.
  private func metronome(in state: State) -> Effect<Feedback, Never> {
    guard state.isPlaying, !state.isInBackground else { return .none }
    return .run("metronome") { send in
      for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
    }
    .cancellable(id: CancelID.metronome, cancelInFlight: true)
  }
}

struct H07Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: H07Rehearsal.State) -> [H07Rehearsal.Input] in
        if state.isInBackground { return [.cameBack] }
        return [
          .reloadTapped, .attendTapped, .pieceTapped("Kyrie"), .pieceTapped("Gloria"), .playTapped, .wentToBackground,
        ]
      }
    ) { () -> TestStore<H07Rehearsal> in
      let store = TestStore(initialState: H07Rehearsal.State()) { H07Rehearsal() }
      store.gate("pieces", at: \.h07Client.pieces) {
        [.success(["Kyrie", "Gloria"]), .success(["Gloria"]), .failure(H07Offline())]
      }
      store.gate("attend", at: \.h07Client.setAttending) { _ in [.success(()), .failure(H07Offline())] }
      return store
    }
  }
}

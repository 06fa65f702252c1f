import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct J11Offline: Error {}

struct J11Record: Hashable, Sendable {
  var species: String
  var count: Int
}

struct J11BirdClient: TestDependencyKey, Sendable {
  /// The species that the microphone hears.
  var songs: @Sendable () -> AsyncThrowingStream<String, any Error>
  var save: @Sendable (_ record: J11Record) async throws -> Void

  static let testValue = J11BirdClient(
    songs: unimplemented("J11BirdClient.songs", placeholder: AsyncThrowingStream { $0.finish() }),
    save: unimplemented("J11BirdClient.save")
  )
}

extension DependencyValues {
  var j11Birds: J11BirdClient {
    get { self[J11BirdClient.self] }
    set { self[J11BirdClient.self] = newValue }
  }
}

/// The tally of one species. Two stands for many.
struct J11Row: Equatable, Sendable {
  enum Phase: Equatable, Sendable { case idle, saving(Int), failed }

  static let many = 2

  var count = 0
  var saved = 0
  var phase = Phase.idle

  var isSaving: Bool { if case .saving = phase { true } else { false } }
  var canSave: Bool { !isSaving && count != saved }

  mutating func add() { count = min(count + 1, Self.many) }
  mutating func beginSave() { phase = .saving(count) }

  /// What was counted during the save is still to be saved.
  mutating func endSave(of count: Int) {
    saved = count
    phase = .idle
  }

  mutating func failSave() { phase = .failed }
}

/// A count of birds by species, as they are seen or heard.
struct J11BirdCount: Reducer {
  struct State: Equatable {
    var rows: [String: J11Row] = ["robin": J11Row(), "wren": J11Row()]
    var microphone = Microphone()
    var isInBackground = false
  }

  /// The microphone hears while it is on and the app is in the foreground.
  struct Microphone: Equatable, Sendable {
    var isOn = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case seenTapped(String)
    case saveTapped(String)
    case listenTapped
    case stopTapped
    case enteredBackground
    case enteredForeground
  }

  enum Feedback: Equatable, Sendable {
    case heard(String)
    case microphoneFailed
    case saved(J11Record)
    case saveFailed(String)
  }

  private enum CancelID: Hashable {
    case songs
    case save(String)
  }

  @Dependency(\.j11Birds) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.seenTapped(let species)), .feedback(.heard(let species)):
      state.rows[species, default: J11Row()].add()
      return .none

    case .input(.saveTapped(let species)):
      guard let row = state.rows[species], row.canSave else { return .none }
      state.rows[species]?.beginSave()
      return save(J11Record(species: species, count: row.count))

    case .input(.listenTapped):
      guard !state.microphone.isOn else { return .none }
      state.microphone = Microphone(isOn: true)
      return state.isInBackground ? .none : listen()

    case .input(.stopTapped):
      state.microphone = Microphone()
      return .cancel(id: CancelID.songs)

    case .input(.enteredBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.songs)

    case .input(.enteredForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      return state.microphone.isOn ? listen() : .none

    case .feedback(.microphoneFailed):
      state.microphone = Microphone(hasFailed: true)
      return .none

    case .feedback(.saved(let record)):
      state.rows[record.species]?.endSave(of: record.count)
      return .none

    case .feedback(.saveFailed(let species)):
      state.rows[species]?.failSave()
      return .none
    }
  }

  private func listen() -> Effect<Feedback, Never> {
    .run("songs") { send in
      for try await species in client.songs() { await send(.heard(species)) }
      await send(.microphoneFailed)
    } catch: { _, send in
      await send(.microphoneFailed)
    }
    .cancellable(id: CancelID.songs, cancelInFlight: true)
  }

  private func save(_ record: J11Record) -> Effect<Feedback, Never> {
    .run("save", of: record) { send in
      try await client.save(record)
      await send(.saved(record))
    } catch: { _, send in
      await send(.saveFailed(record.species))
    }
    .cancellable(id: CancelID.save(record.species), cancelInFlight: true)
  }
}

struct J11Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .seenTapped("robin"), .saveTapped("robin"), .saveTapped("wren"), .listenTapped, .stopTapped,
        .enteredBackground, .enteredForeground,
      ]
    ) { () -> TestStore<J11BirdCount> in
      let store = TestStore(initialState: J11BirdCount.State()) { J11BirdCount() }
      store.gate("songs", at: \.j11Birds.songs) { [.element("wren"), .failure(J11Offline())] }
      store.gate("save", at: \.j11Birds.save) { _ in [.success(()), .failure(J11Offline())] }
      return store
    }
  }
}

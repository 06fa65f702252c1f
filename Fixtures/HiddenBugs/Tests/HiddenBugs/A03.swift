import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A translation in segments. The memory suggests a text for the selected segment, and each segment is saved by itself.
struct A03Memory: Reducer {
  struct Segment: Equatable {
    enum Phase: Equatable { case idle, saving(String), failed }

    var source: String
    var target = ""
    var saved = ""
    var phase = Phase.idle

    var hasChanges: Bool { target != saved }
    var isSaving: Bool { if case .saving = phase { true } else { false } }

    mutating func write(_ text: String) {
      target = text
      if phase == .failed { phase = .idle }
    }

    /// Returns the text to save; nil if there is nothing to save, or a save runs.
    mutating func beginSaving() -> String? {
      guard hasChanges, !isSaving else { return nil }
      phase = .saving(target)
      return target
    }

    mutating func endSaving(of text: String) {
      saved = text
      phase = .idle
    }

    mutating func failSaving() {
      phase = hasChanges ? .failed : .idle
    }
  }

  enum Matches: Equatable { case hidden, looking, found([String]), failed }

  struct State: Equatable {
    var segments: [Int: Segment] = [1: Segment(source: "house"), 2: Segment(source: "home")]
    var selection: Int?
    var matches = Matches.hidden
  }

  enum Input: Equatable {
    case opened(Int)
    case closeTapped
    case typed(String)
    case matchTapped
    case lookupTapped
    case confirmTapped
  }

  enum Feedback: Equatable {
    case found([String], for: Int)
    case lookupFailed(Int)
    case saved(Int, String)
    case saveFailed(Int)
  }

  private enum CancelID: Hashable { case lookup, save(Int) }

  @Dependency(\.a03Memory) private var memory

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.opened(let id)):
      guard state.selection != id, state.segments[id] != nil else { return .none }
      state.selection = id
      return lookUp(id, &state)

    case .input(.closeTapped):
      state.selection = nil
      state.matches = .hidden
      return .cancel(id: CancelID.lookup)

    case .input(.typed(let text)):
      guard let id = state.selection else { return .none }
      state.segments[id]?.write(text)
      return .none

    case .input(.matchTapped):
      guard let id = state.selection, case .found(let texts) = state.matches, let text = texts.first else {
        return .none
      }
      state.segments[id]?.write(text)
      return .none

    case .input(.lookupTapped):
      guard let id = state.selection, state.matches == .failed else { return .none }
      return lookUp(id, &state)

    case .input(.confirmTapped):
      guard let id = state.selection, let text = state.segments[id]?.beginSaving() else { return .none }
      return .run("save", of: text) { send in
        try await memory.save(id, text)
        await send(.saved(id, text))
      } catch: { _, send in
        await send(.saveFailed(id))
      }
      .cancellable(id: CancelID.save(id), cancelInFlight: true)

    case .feedback(.found(let texts, for: let id)):
      guard state.selection == id else { return .none }
      state.matches = .found(texts)
      return .none

    case .feedback(.lookupFailed(let id)):
      guard state.selection == id else { return .none }
      state.matches = .failed
      return .none

    case .feedback(.saved(let id, let text)):
      state.segments[id]?.endSaving(of: text)
      return .none

    case .feedback(.saveFailed(let id)):
      state.segments[id]?.failSaving()
      return .none
    }
  }

  private func lookUp(_ id: Int, _ state: inout State) -> Effect<Feedback, Never> {
    let source = state.segments[id]?.source ?? ""
    state.matches = .looking
    return .run("lookup", of: id) { send in
      await send(.found(try await memory.lookUp(source), for: id))
    } catch: { _, send in
      await send(.lookupFailed(id))
    }
    .cancellable(id: CancelID.lookup, cancelInFlight: true)
  }
}

struct A03MemoryClient: Sendable {
  var lookUp: @Sendable (_ source: String) async throws -> [String]
  var save: @Sendable (_ segment: Int, _ text: String) async throws -> Void
}

enum A03MemoryKey: TestDependencyKey {
  static let testValue = A03MemoryClient(
    lookUp: unimplemented("A03MemoryClient.lookUp"),
    save: unimplemented("A03MemoryClient.save")
  )
}

extension DependencyValues {
  var a03Memory: A03MemoryClient {
    get { self[A03MemoryKey.self] }
    set { self[A03MemoryKey.self] = newValue }
  }
}

struct A03Offline: Error {}

struct A03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A03Memory.State) -> [A03Memory.Input] in
        guard let id = state.selection, let segment = state.segments[id] else { return [.opened(1), .opened(2)] }
        return [
          .opened(id == 1 ? 2 : 1), .typed(segment.target.isEmpty ? "Haus" : ""), .matchTapped, .lookupTapped,
          .confirmTapped, .closeTapped,
        ]
      }
    ) { () -> TestStore<A03Memory> in
      let store = TestStore(initialState: A03Memory.State()) { A03Memory() }
      store.gate("lookUp", at: \.a03Memory.lookUp) { _ in [.success(["Haus"]), .failure(A03Offline())] }
      store.gate("save", at: \.a03Memory.save) { _ in [.success(()), .failure(A03Offline())] }
      return store
    }
  }
}

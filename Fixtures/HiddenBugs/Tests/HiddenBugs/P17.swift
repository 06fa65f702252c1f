import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Marks a tree that is to be felled: its species, and its place to a few metres.
struct P17Marking: Reducer {
  struct State: Equatable {
    var species = P17Species.spruce
    var place = Place.none
    var isSaving = false
    var hasSaveFailed = false
    var lastSaved: P17Tree?
  }

  enum Place: Equatable, Sendable {
    case none
    case locating(accuracy: Int?)
    case found(P17Fix)
    case failed
  }

  enum Input: Equatable, Sendable {
    case speciesChosen(P17Species)
    case locateTapped
    case saveTapped
    case clearTapped
  }

  enum Feedback: Equatable, Sendable {
    case roughlyLocated(accuracy: Int)
    case located(P17Fix)
    case locatingFailed
    case saved(P17Tree)
    case saveFailed
  }

  private enum CancelID { case locate }

  @Dependency(\.p17Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.speciesChosen(let species)):
      guard !state.isSaving else { return .none }
      state.species = species
      return .none

    case .input(.locateTapped):
      guard !state.isSaving else { return .none }
      if case .locating = state.place { return .none }
      state.place = .locating(accuracy: nil)
      state.hasSaveFailed = false
      return .run("locate") { send in
        for try await fix in client.fixes() {
          guard fix.accuracy > 10 else {
            await send(.located(fix))
            return
          }
          await send(.roughlyLocated(accuracy: fix.accuracy))
        }
      } catch: { _, send in
        await send(.locatingFailed)
      }
      .cancellable(id: CancelID.locate, cancelInFlight: true)

    case .input(.saveTapped):
      guard case .found(let fix) = state.place, !state.isSaving else { return .none }
      let tree = P17Tree(species: state.species, fix: fix)
      state.isSaving = true
      state.hasSaveFailed = false
      return .run("save", of: tree) { send in
        try await client.save(tree)
        await send(.saved(tree))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.clearTapped):
      guard case .found = state.place, !state.isSaving else { return .none }
      state.place = .none
      state.hasSaveFailed = false
      return .none

    case .feedback(.roughlyLocated(let accuracy)):
      state.place = .locating(accuracy: accuracy)
      return .none

    case .feedback(.located(let fix)):
      state.place = .found(fix)
      return .none

    case .feedback(.locatingFailed):
      state.place = .failed
      return .none

    case .feedback(.saved(let tree)):
      state.isSaving = false
      state.lastSaved = tree
      state.place = .none
      return .none

    case .feedback(.saveFailed):
      state.isSaving = false
      state.hasSaveFailed = true
      return .none
    }
  }
}

enum P17Species: Hashable, Sendable {
  case spruce, beech
}

struct P17Fix: Hashable, Sendable {
  var latitude: Int
  var longitude: Int
  var accuracy: Int
}

struct P17Tree: Hashable, Sendable {
  var species: P17Species
  var fix: P17Fix
}

struct P17Client: TestDependencyKey, Sendable {
  /// The places that the receiver finds. They end when the receiver goes to sleep.
  var fixes: @Sendable () -> AsyncThrowingStream<P17Fix, any Error>
  var save: @Sendable (_ tree: P17Tree) async throws -> Void

  static let testValue = P17Client(
    fixes: unimplemented("P17Client.fixes", placeholder: AsyncThrowingStream { $0.finish() }),
    save: unimplemented("P17Client.save")
  )
}

extension DependencyValues {
  var p17Client: P17Client {
    get { self[P17Client.self] }
    set { self[P17Client.self] = newValue }
  }
}

struct P17Failure: Error {}

struct P17Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: P17Marking.State) -> [P17Marking.Input] in
        if state.isSaving { return [] }
        var inputs: [P17Marking.Input] = [.speciesChosen(.spruce), .speciesChosen(.beech)]
        switch state.place {
        case .none, .failed: inputs.append(.locateTapped)
        case .locating: break
        case .found: inputs += [.locateTapped, .saveTapped, .clearTapped]
        }
        return inputs
      }
    ) { () -> TestStore<P17Marking> in
      let store = TestStore(initialState: P17Marking.State()) { P17Marking() }
      store.gate("fixes", at: \.p17Client.fixes) {
        [
          .element(P17Fix(latitude: 47, longitude: 11, accuracy: 40)),
          .element(P17Fix(latitude: 47, longitude: 12, accuracy: 4)),
          .finish,
          .failure(P17Failure()),
        ]
      }
      store.gate("save", at: \.p17Client.save) { _ in [.success(()), .failure(P17Failure())] }
      return store
    }
  }
}

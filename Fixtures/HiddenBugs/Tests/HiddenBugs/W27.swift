import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The editor of my listings. A link may open another listing at any time.
struct W27Editor: Reducer {
  enum Problem: Equatable { case notLoaded, notSaved }

  /// Where the user goes from here.
  enum Exit: Equatable { case list, listing(Int) }

  struct State: Equatable {
    var listings = [1: W27Listing(title: "Desk lamp", price: 20)]
    var openID: Int?
    var draft: W27Listing?
    var isLoading = false
    var isSaving = false
    var problem: Problem?
    /// Where the user goes once the save has ended, or once it is known what becomes of the changes.
    var exit: Exit?
    var isAskingToDiscard = false

    var isDirty: Bool {
      guard let openID, let draft else { return false }
      return draft != listings[openID]
    }
  }

  enum Input: Equatable, Sendable {
    case listingTapped(Int)
    case titleChanged(String)
    case priceChanged(Int)
    case saveTapped
    case closeTapped
    case retryTapped
    case linkOpened(Int)
    case discardTapped
    case stayTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int, W27Listing)
    case loadFailed
    case saved(Int, W27Listing)
    case saveFailed
  }

  private enum CancelID { case load }

  @Dependency(\.w27Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.listingTapped(let id)):
      guard state.openID == nil else { return .none }
      return go(to: .listing(id), from: &state)

    case .input(.titleChanged(let title)):
      guard state.draft != nil else { return .none }
      state.draft?.title = title
      state.problem = nil
      return .none

    case .input(.priceChanged(let price)):
      guard state.draft != nil else { return .none }
      state.draft?.price = price
      state.problem = nil
      return .none

    case .input(.saveTapped):
      guard let id = state.openID, let draft = state.draft, state.isDirty else { return .none }
      guard !state.isSaving, state.exit == nil else { return .none }
      state.isSaving = true
      state.problem = nil
      return .run("save", of: id) { send in
        try await client.save(id, draft)
        await send(.saved(id, draft))
      } catch: { _, send in
        await send(.saveFailed)
      }

    case .input(.closeTapped):
      guard state.openID != nil else { return .none }
      return leave(to: .list, from: &state)

    case .input(.retryTapped):
      guard state.problem == .notLoaded, let id = state.openID else { return .none }
      return load(id, into: &state)

    case .input(.linkOpened(let id)):
      guard id != state.openID else {
        state.exit = nil
        state.isAskingToDiscard = false
        return .none
      }
      return leave(to: .listing(id), from: &state)

    case .input(.discardTapped):
      guard let exit = state.exit, state.isAskingToDiscard else { return .none }
      return go(to: exit, from: &state)

    case .input(.stayTapped):
      state.exit = nil
      state.isAskingToDiscard = false
      return .none

    case .feedback(.loaded(let id, let listing)):
      state.isLoading = false
      state.listings[id] = listing
      state.draft = listing
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.problem = .notLoaded
      return .none

    case .feedback(.saved(let id, let listing)):
      state.isSaving = false
      state.listings[id] = listing
      guard let exit = state.exit else { return .none }
      return leave(to: exit, from: &state)

    case .feedback(.saveFailed):
      state.isSaving = false
      state.problem = state.isDirty ? .notSaved : nil
      guard let exit = state.exit else { return .none }
      return leave(to: exit, from: &state)
    }
  }

  /// Goes somewhere as soon as a save has ended. Changes that it leaves behind are asked about.
  private func leave(to exit: Exit, from state: inout State) -> Effect<Feedback, Never> {
    guard state.isSaving || state.isDirty else { return go(to: exit, from: &state) }
    state.exit = exit
    state.isAskingToDiscard = !state.isSaving
    return .none
  }

  private func go(to exit: Exit, from state: inout State) -> Effect<Feedback, Never> {
    state.openID = nil
    state.draft = nil
    state.isLoading = false
    state.problem = nil
    state.exit = nil
    state.isAskingToDiscard = false
    guard case .listing(let id) = exit else { return .cancel(id: CancelID.load) }
    state.openID = id
    guard let listing = state.listings[id] else { return load(id, into: &state) }
    state.draft = listing
    return .cancel(id: CancelID.load)
  }

  private func load(_ id: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.problem = nil
    return .run("listing", of: id) { send in
      await send(.loaded(id, try await client.listing(id)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct W27Listing: Equatable, Sendable {
  var title: String
  var price: Int
}

struct W27Client: TestDependencyKey, Sendable {
  var listing: @Sendable (_ id: Int) async throws -> W27Listing
  var save: @Sendable (_ id: Int, _ listing: W27Listing) async throws -> Void

  static let testValue = W27Client(
    listing: unimplemented("W27Client.listing"),
    save: unimplemented("W27Client.save")
  )
}

extension DependencyValues {
  var w27Client: W27Client {
    get { self[W27Client.self] }
    set { self[W27Client.self] = newValue }
  }
}

struct W27Offline: Error {}

struct W27Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: W27Editor.State) -> [W27Editor.Input] in
        var inputs: [W27Editor.Input] = [.linkOpened(1), .linkOpened(2)]
        if state.exit != nil {
          inputs.append(.stayTapped)
          if state.isAskingToDiscard { inputs.append(.discardTapped) }
          return inputs
        }
        guard state.openID != nil else { return inputs + [.listingTapped(1)] }
        inputs.append(.closeTapped)
        if state.problem == .notLoaded { inputs.append(.retryTapped) }
        if state.draft != nil { inputs += [.titleChanged("Brass lamp"), .priceChanged(15)] }
        if state.isDirty, !state.isSaving { inputs.append(.saveTapped) }
        return inputs
      }
    ) { () -> TestStore<W27Editor> in
      let store = TestStore(initialState: W27Editor.State()) { W27Editor() }
      store.gate("listing", at: \.w27Client.listing) { _ in
        [.success(W27Listing(title: "Oak chair", price: 45)), .failure(W27Offline())]
      }
      store.gate("save", at: \.w27Client.save) { _ in [.success(()), .failure(W27Offline())] }
      return store
    }
  }
}

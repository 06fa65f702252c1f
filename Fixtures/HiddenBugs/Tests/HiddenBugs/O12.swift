import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct O12Lost: Error {}

enum O12Event: Equatable, Sendable { case passed(String), arrived }

struct O12Port: DependencyKey, Sendable {
  var events: @Sendable (_ container: String) -> AsyncThrowingStream<O12Event, any Error>
  var release: @Sendable (_ container: String) async throws -> Void

  static let liveValue = O12Port(
    events: { _ in AsyncThrowingStream<O12Event, any Error> { $0.finish() } },
    release: { _ in }
  )
  static let testValue = O12Port(
    events: unimplemented("O12Port.events", placeholder: AsyncThrowingStream<O12Event, any Error> { $0.finish() }),
    release: unimplemented("O12Port.release")
  )
}

extension DependencyValues {
  var o12Port: O12Port {
    get { self[O12Port.self] }
    set { self[O12Port.self] = newValue }
  }
}

/// A container on the list: where it is, whether it is followed, and whether the customs have released it.
struct O12Row: Equatable, Sendable {
  enum Link: Equatable, Sendable { case live, lost, paused, arrived }
  enum Release: Equatable, Sendable { case notAsked, asking, released, failed }

  var link: Link
  var place: String?
  var release = Release.notAsked

  var canRelease: Bool { link == .arrived && (release == .notAsked || release == .failed) }

  mutating func apply(_ event: O12Event) {
    switch event {
    case .passed(let place): self.place = place
    case .arrived: link = .arrived
    }
  }
}

/// Containers that a freight company follows while its app is in the foreground.
struct O12Tracking: Reducer {
  struct State: Equatable {
    var rows: [String: O12Row] = [:]
    var isInBackground = false

    func ids(_ link: O12Row.Link) -> [String] {
      rows.keys.filter { rows[$0]?.link == link }.sorted()
    }
  }

  enum Input: Equatable, Sendable {
    case watchTapped(String)
    case unwatchTapped(String)
    case reconnectTapped(String)
    case releaseTapped(String)
    case enteredBackground
    case enteredForeground
  }

  enum Feedback: Equatable, Sendable {
    case event(String, O12Event)
    case lost(String)
    case released(String)
    case releaseFailed(String)
  }

  private enum CancelID: Hashable { case events(String) }

  @Dependency(\.o12Port) private var port

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.watchTapped(let id)):
      guard !state.isInBackground, state.rows[id] == nil else { return .none }
      state.rows[id] = O12Row(link: .live)
      return listen(to: id)

    case .input(.unwatchTapped(let id)):
      guard let row = state.rows[id], row.release != .asking else { return .none }
      state.rows[id] = nil
      return .cancel(id: CancelID.events(id))

    case .input(.reconnectTapped(let id)):
      guard !state.isInBackground, let row = state.rows[id], row.link == .lost else { return .none }
      state.rows[id]?.link = .live
      return listen(to: id)

    case .input(.releaseTapped(let id)):
      guard let row = state.rows[id], row.canRelease else { return .none }
      state.rows[id]?.release = .asking
      return .run("release", of: id) { send in
        try await port.release(id)
        await send(.released(id))
      } catch: { _, send in
        await send(.releaseFailed(id))
      }

    case .input(.enteredBackground):
      guard !state.isInBackground else { return .none }
      state.isInBackground = true
      var effects: [Effect<Feedback, Never>] = []
      for id in state.ids(.live) {
        state.rows[id]?.link = .paused
        effects.append(.cancel(id: CancelID.events(id)))
      }
      return .merge(effects)

    case .input(.enteredForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      var effects: [Effect<Feedback, Never>] = []
      for id in state.ids(.paused) {
        state.rows[id]?.link = .live
        effects.append(listen(to: id))
      }
      return .merge(effects)

    case .feedback(.event(let id, let event)):
      guard let row = state.rows[id], row.link == .live else { return .none }
      state.rows[id]?.apply(event)
      return event == .arrived ? .cancel(id: CancelID.events(id)) : .none

    case .feedback(.lost(let id)):
      guard let row = state.rows[id], row.link == .live else { return .none }
      state.rows[id]?.link = .lost
      return .none

    case .feedback(.released(let id)):
      state.rows[id]?.release = .released
      return .none

    case .feedback(.releaseFailed(let id)):
      state.rows[id]?.release = .failed
      return .none
    }
  }

  private func listen(to id: String) -> Effect<Feedback, Never> {
    .run("events", of: id) { send in
      for try await event in port.events(id) { await send(.event(id, event)) }
      await send(.lost(id))
    } catch: { _, send in
      await send(.lost(id))
    }
    .cancellable(id: CancelID.events(id), cancelInFlight: true)
  }
}

struct O12Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O12Tracking.State) -> [O12Tracking.Input] in
        if state.isInBackground { return [.enteredForeground] }
        var inputs: [O12Tracking.Input] = [.enteredBackground]
        for id in ["MSKU 1", "TEMU 2"] {
          guard let row = state.rows[id] else {
            inputs.append(.watchTapped(id))
            continue
          }
          switch row.link {
          case .live: inputs.append(.unwatchTapped(id))
          case .lost: inputs.append(.reconnectTapped(id))
          case .paused: break
          case .arrived: inputs += [.releaseTapped(id), .unwatchTapped(id)]
          }
        }
        return inputs
      }
    ) { () -> TestStore<O12Tracking> in
      let store = TestStore(initialState: O12Tracking.State()) { O12Tracking() }
      store.gate("events", at: \.o12Port.events) { _ in
        [.element(.passed("Suez")), .element(.arrived), .failure(O12Lost())]
      }
      store.gate("release", at: \.o12Port.release) { _ in [.success(()), .failure(O12Lost())] }
      return store
    }
  }
}

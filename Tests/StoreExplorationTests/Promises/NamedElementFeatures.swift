import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting

/// Messages, the last of which is counted, and a stream of receipts that name theirs. It is right.
struct NumberedMessages: Reducer {
  struct Letter: Hashable, Identifiable {
    let id: Int
    var hasArrived = false
  }

  struct State: Equatable {
    var isConnected = false
    var letters: [Letter] = []
    var lastID = 0
  }

  enum Input { case appeared, sendTapped }
  enum Feedback { case arrived(Int) }

  @Dependency(\.suspectEvents) private var events

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isConnected else { return .none }
      state.isConnected = true
      return .run("receipts") { send in
        for await id in events() { await send(.arrived(id)) }
      }
    case .input(.sendTapped):
      guard state.lastID < 2 else { return .none }
      state.lastID += 1
      state.letters.append(Letter(id: state.lastID))
    case .feedback(.arrived(let id)):
      if let index = state.letters.firstIndex(where: { $0.id == id }) { state.letters[index].hasArrived = true }
    }
    return .none
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: [.appeared, .sendTapped], gates: [.events(1, 2)])
  }
}

/// Maps whose space is measured, and measured anew after each download. It is right.
struct MeasuredMaps: Reducer {
  struct Map: Hashable, Identifiable {
    enum Status { case missing, loading, stored }

    let id: Int
    var status = Status.missing
  }

  struct State: Equatable {
    var maps = [Map(id: 1)]
    var isMeasuring = false
  }

  enum Input { case downloadTapped, removeTapped, measureTapped }
  enum Feedback { case stored, failed, measured }

  private enum CancelID { case download, measure }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.suspectLoad) private var load

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.downloadTapped):
      guard state.maps.first?.status == .missing else { return .none }
      state.maps[0].status = .loading
      return .run("download") { send in
        try await post("map")
        await send(.stored)
      } catch: { _, send in
        await send(.failed)
      }
      .cancellable(id: CancelID.download)
    case .input(.removeTapped):
      state.maps = []
      return .merge(.cancel(id: CancelID.download), forget(&state))
    case .input(.measureTapped):
      guard !state.isMeasuring else { return .none }
      state.isMeasuring = true
      return .run("measure") { send in
        _ = try? await load(1)
        await send(.measured)
      }
      .cancellable(id: CancelID.measure)
    case .feedback(.stored):
      state.maps[0].status = .stored
      return forget(&state)
    case .feedback(.failed): state.maps[0].status = .missing
    case .feedback(.measured): state.isMeasuring = false
    }
    return .none
  }

  private func forget(_ state: inout State) -> Effect<Feedback, Never> {
    state.isMeasuring = false
    return .cancel(id: CancelID.measure)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(
      of: Self(),
      from: State(),
      inputs: [.downloadTapped, .removeTapped, .measureTapped],
      gates: [.post, .load([1])]
    )
  }
}

/// A newsletter that is switched, and for a while can be switched back after it was left. It is right.
struct NewsletterSwitch: Reducer {
  struct State: Equatable {
    var isOn = true
    var wish: Bool?
    var undoable: String?
  }

  enum Input { case toggled }
  enum Feedback { case saved(Bool), failed, undoPassed }

  private enum CancelID { case undo }

  @Dependency(\.suspectPost) private var post
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.toggled):
      guard state.wish == nil else { return .none }
      let isOn = !state.isOn
      state.wish = isOn
      let save = Effect<Feedback, Never>.run("save", of: isOn) { send in
        try await post("\(isOn)")
        await send(.saved(isOn))
      } catch: { _, send in
        await send(.failed)
      }
      return .merge(save, isOn ? hideUndo(&state) : offerUndo(&state))
    case .feedback(.saved(let isOn)):
      state.isOn = isOn
      state.wish = nil
    case .feedback(.failed):
      state.wish = nil
      return state.isOn ? hideUndo(&state) : .none
    case .feedback(.undoPassed): state.undoable = nil
    }
    return .none
  }

  private func offerUndo(_ state: inout State) -> Effect<Feedback, Never> {
    state.undoable = "Morning"
    return .run("undo") { send in
      try await clock.sleep(for: .seconds(4))
      await send(.undoPassed)
    }
    .cancellable(id: CancelID.undo, cancelInFlight: true)
  }

  private func hideUndo(_ state: inout State) -> Effect<Feedback, Never> {
    state.undoable = nil
    return .cancel(id: CancelID.undo)
  }

  static func space() async throws -> StateSpace<Self> {
    try await StateSpace(of: Self(), from: State(), inputs: [.toggled], gates: [.post])
  }
}

import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The pulse of the patient in a bed, and the sheet with the limit above which it rings.
struct F21Monitor: Reducer {
  struct State: Equatable {
    var bed: String?
    var pulse: Int?
    /// The bed sends nothing, and is asked again soon.
    var isLost = false
    var limits: [String: Int] = [:]
    var sheet: F21Limit.State?
    var isInBackground = false

    func limit(of bed: String) -> Int { limits[bed] ?? 120 }
    var rings: Bool {
      guard let bed, let pulse else { return false }
      return pulse > limit(of: bed)
    }
  }

  enum Input: Equatable, Sendable {
    case bedTapped(String)
    case backTapped
    case limitTapped
    case sheet(F21Limit.Input)
    case sheetDismissed
    case wentToBackground
    case cameToForeground
  }

  enum Feedback: Equatable, Sendable {
    case measured(Int)
    case lost
    case pauseOver
    case sheet(ChildFeedback<F21Limit>)
  }

  private enum CancelID { case watch }

  @Dependency(\.f21Client) private var client
  @Dependency(\.continuousClock) private var clock

  private let sheet = Scope<F21Monitor, F21Limit>(ifLet: \.sheet, feedback: Feedback.sheet) { F21Limit() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.bedTapped(let bed)):
      guard state.bed == nil else { return .none }
      state.bed = bed
      return watch(&state)

    case .input(.backTapped):
      guard state.sheet == nil else { return .none }
      state.bed = nil
      return rest(&state)

    case .input(.limitTapped):
      guard let bed = state.bed, state.sheet == nil else { return .none }
      state.sheet = F21Limit.State(bed: bed, limit: state.limit(of: bed))
      return rest(&state)

    case .input(.sheet(let input)):
      return sheet.reduce(.input(input), into: &state)

    case .input(.sheetDismissed):
      guard let sheet = state.sheet, !sheet.isSaving else { return .none }
      state.sheet = nil
      return watch(&state)

    case .input(.wentToBackground):
      state.isInBackground = true
      return rest(&state)

    case .input(.cameToForeground):
      state.isInBackground = false
      return state.sheet == nil ? watch(&state) : .none

    case .feedback(.measured(let pulse)):
      state.pulse = pulse
      return .none

    case .feedback(.lost):
      state.pulse = nil
      state.isLost = true
      return .run("pause") { send in
        try await clock.sleep(for: .seconds(5))
        await send(.pauseOver)
      }
      .cancellable(id: CancelID.watch, cancelInFlight: true)

    case .feedback(.pauseOver):
      return watch(&state)

    case .feedback(.sheet(.feedback(let feedback))):
      return sheet.reduce(.feedback(feedback), into: &state)

    case .feedback(.sheet(.output(.saved(let bed, let limit)))):
      state.limits[bed] = limit
      state.sheet = nil
      return watch(&state)
    }
  }

  private func watch(_ state: inout State) -> Effect<Feedback, Never> {
    guard let bed = state.bed else { return .none }
    state.isLost = false
    return .run("pulses", of: bed) { send in
      for try await pulse in client.pulses(bed) { await send(.measured(pulse)) }
      await send(.lost)
    } catch: { _, send in
      await send(.lost)
    }
    .cancellable(id: CancelID.watch, cancelInFlight: true)
  }

  private func rest(_ state: inout State) -> Effect<Feedback, Never> {
    state.pulse = nil
    state.isLost = false
    return .cancel(id: CancelID.watch)
  }
}

/// The sheet with the limit of a bed.
struct F21Limit: Reducer {
  struct State: Equatable {
    var bed: String
    var limit: Int
    var isSaving = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable {
    case limitChosen(Int)
    case saveTapped
  }

  enum Feedback: Equatable, Sendable {
    case saved
    case failed
  }

  enum Output: Equatable, Sendable {
    case saved(bed: String, limit: Int)
  }

  @Dependency(\.f21Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.limitChosen(let limit)):
      guard !state.isSaving else { return .none }
      state.limit = limit
      return .none

    case .input(.saveTapped):
      guard !state.isSaving else { return .none }
      state.isSaving = true
      state.hasFailed = false
      return .run("save", of: state.limit) { [bed = state.bed, limit = state.limit] send in
        try await client.saveLimit(bed, limit)
        await send(.saved)
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.saved):
      state.isSaving = false
      return .output(.saved(bed: state.bed, limit: state.limit))

    case .feedback(.failed):
      state.isSaving = false
      state.hasFailed = true
      return .none
    }
  }
}

struct F21Client: TestDependencyKey, Sendable {
  var pulses: @Sendable (_ bed: String) -> AsyncThrowingStream<Int, any Error>
  var saveLimit: @Sendable (_ bed: String, _ limit: Int) async throws -> Void

  static let testValue = F21Client(
    pulses: unimplemented("F21Client.pulses", placeholder: AsyncThrowingStream { $0.finish() }),
    saveLimit: unimplemented("F21Client.saveLimit")
  )
}

extension DependencyValues {
  var f21Client: F21Client {
    get { self[F21Client.self] }
    set { self[F21Client.self] = newValue }
  }
}

struct F21Offline: Error {}

struct F21Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: F21Monitor.State) -> [F21Monitor.Input] in
        if state.isInBackground { return [.cameToForeground] }
        guard state.bed != nil else { return [.bedTapped("4a"), .wentToBackground] }
        guard let sheet = state.sheet else { return [.backTapped, .limitTapped, .wentToBackground] }
        if sheet.isSaving { return [.wentToBackground] }
        let limit = sheet.limit == 120 ? 140 : 120
        return [.sheet(.limitChosen(limit)), .sheet(.saveTapped), .sheetDismissed, .wentToBackground]
      }
    ) { () -> TestStore<F21Monitor> in
      let store = TestStore(initialState: F21Monitor.State()) { F21Monitor() }
      store.gate("pulses", at: \.f21Client.pulses) { _ in [.element(72), .element(131), .failure(F21Offline())] }
      store.gate("saveLimit", at: \.f21Client.saveLimit) { _ in [.success(()), .failure(F21Offline())] }
      return store
    }
  }
}

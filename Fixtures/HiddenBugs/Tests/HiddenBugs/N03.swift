import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

enum N03Tariff: Hashable, Sendable { case day, night }

struct N03Meter: TestDependencyKey, Sendable {
  var pair: @Sendable (_ serial: String) async throws -> N03Tariff
  var power: @Sendable () async throws -> Int
  var save: @Sendable (_ tariff: N03Tariff) async throws -> Void

  static let testValue = N03Meter(
    pair: unimplemented("N03Meter.pair"),
    power: unimplemented("N03Meter.power"),
    save: unimplemented("N03Meter.save")
  )
}

extension DependencyValues {
  var n03Meter: N03Meter {
    get { self[N03Meter.self] }
    set { self[N03Meter.self] = newValue }
  }
}

/// The power that a home draws. The meter is asked every five seconds while the screen is seen.
struct N03Energy: Reducer {
  enum Presence: Equatable { case foreground, background }

  struct Live: Equatable {
    var tariff: N03Tariff
    var watts: Int?
    var isStale = false
    var saveHasFailed = false
  }

  enum Mode: Equatable {
    case unpaired(hasFailed: Bool)
    case pairing(serial: String)
    case live(Live)
    case saving(N03Tariff, over: Live)
  }

  struct State: Equatable {
    var presence = Presence.foreground
    var mode = Mode.unpaired(hasFailed: false)
  }

  enum Input: Equatable {
    case pairTapped(String)
    case unpairTapped
    case tariffPicked(N03Tariff)
    case backgrounded
    case foregrounded
  }

  enum Feedback: Equatable {
    case paired(N03Tariff)
    case pairingFailed
    case read(Int)
    case readFailed
    case saved
    case saveFailed
  }

  private enum CancelID { case pairing, reading, saving }

  @Dependency(\.n03Meter) private var meter
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state.mode) {
    case (.input(.pairTapped(let serial)), .unpaired):
      state.mode = .pairing(serial: serial)
      return .run("pair", of: serial) { send in
        await send(.paired(try await meter.pair(serial)))
      } catch: { _, send in
        await send(.pairingFailed)
      }
      .cancellable(id: CancelID.pairing, cancelInFlight: true)

    case (.feedback(.paired(let tariff)), .pairing):
      return goLive(Live(tariff: tariff), &state)

    case (.feedback(.pairingFailed), .pairing):
      state.mode = .unpaired(hasFailed: true)
      return .none

    case (.input(.unpairTapped), .pairing):
      state.mode = .unpaired(hasFailed: false)
      return .cancel(id: CancelID.pairing)

    case (.input(.unpairTapped), .live):
      state.mode = .unpaired(hasFailed: false)
      return .cancel(id: CancelID.reading)

    case (.feedback(.read(let watts)), .live(var live)):
      live.watts = watts
      live.isStale = false
      state.mode = .live(live)
      return read(after: .seconds(5))

    case (.feedback(.readFailed), .live(var live)):
      live.isStale = true
      state.mode = .live(live)
      return read(after: .seconds(5))

    case (.input(.tariffPicked(let tariff)), .live(var live)):
      guard tariff != live.tariff else { return .none }
      live.saveHasFailed = false
      state.mode = .saving(tariff, over: live)
      return .merge(
        .cancel(id: CancelID.reading),
        .run("save", of: tariff) { send in
          try await meter.save(tariff)
          await send(.saved)
        } catch: { _, send in
          await send(.saveFailed)
        }
        .cancellable(id: CancelID.saving)
      )

    case (.feedback(.saved), .saving(let tariff, over: var live)):
      live.tariff = tariff
      return goLive(live, &state)

    case (.feedback(.saveFailed), .saving(_, over: var live)):
      live.saveHasFailed = true
      state.mode = .live(live)
      return read(after: .seconds(5))

    // A pairing or a save that runs goes on in the background. The readings don't.
    case (.input(.backgrounded), _):
      state.presence = .background
      return .cancel(id: CancelID.reading)

    case (.input(.foregrounded), .live):
      guard state.presence == .background else { return .none }
      state.presence = .foreground
      return read()

    case (.input(.foregrounded), _):
      state.presence = .foreground
      return .none

    default:
      return .none
    }
  }

  /// Shows the meter, and reads it if somebody sees it.
  private func goLive(_ live: Live, _ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .live(live)
    return state.presence == .foreground ? read() : .none
  }

  private func read(after pause: Duration? = nil) -> Effect<Feedback, Never> {
    .run("read") { send in
      if let pause { try await clock.sleep(for: pause) }
      await send(.read(try await meter.power()))
    } catch: { _, send in
      await send(.readFailed)
    }
    .cancellable(id: CancelID.reading, cancelInFlight: true)
  }
}

struct N03Offline: Error {}

struct N03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N03Energy.State) -> [N03Energy.Input] in
        state.presence == .background
          ? [.foregrounded]
          : [.pairTapped("M1"), .unpairTapped, .tariffPicked(.day), .tariffPicked(.night), .backgrounded]
      }
    ) { () -> TestStore<N03Energy> in
      let store = TestStore(initialState: N03Energy.State()) { N03Energy() }
      store.gate("pair", at: \.n03Meter.pair) { _ in [.success(.day), .failure(N03Offline())] }
      store.gate("power", at: \.n03Meter.power) { [.success(200), .success(900), .failure(N03Offline())] }
      store.gate("save", at: \.n03Meter.save) { _ in [.success(()), .failure(N03Offline())] }
      return store
    }
  }
}

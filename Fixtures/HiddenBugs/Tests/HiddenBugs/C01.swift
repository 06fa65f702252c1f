import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct C01Prescription: Equatable, Identifiable, Sendable {
  let id: String
  var name: String
}

struct C01Pharmacy: TestDependencyKey, Sendable {
  var prescriptions: @Sendable () async throws -> [C01Prescription]
  var order: @Sendable (_ id: String) async throws -> Void

  static let testValue = C01Pharmacy(
    prescriptions: unimplemented("C01Pharmacy.prescriptions"),
    order: unimplemented("C01Pharmacy.order")
  )
}

extension DependencyValues {
  var c01Pharmacy: C01Pharmacy {
    get { self[C01Pharmacy.self] }
    set { self[C01Pharmacy.self] = newValue }
  }
}

/// The prescriptions of a patient, with a button that orders a refill of each.
struct C01Refill: Reducer {
  struct State: Equatable {
    var isVisible = false
    var prescriptions: [C01Prescription] = []
    var isLoading = false
    var hasLoadFailed = false
    var orderingID: String?
    var orderedIDs: Set<String> = []
    var failedIDs: Set<String> = []
    var bannerID: String?
  }

  enum Input: Equatable {
    case appeared
    case disappeared
    case reloadTapped
    case refillTapped(String)
    case errorsDismissed
  }

  enum Feedback: Equatable {
    case loaded([C01Prescription])
    case loadFailed
    case ordered(String)
    case orderFailed(String)
    case bannerExpired
  }

  @Dependency(\.c01Pharmacy) private var pharmacy
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard !state.isVisible else { return .none }
      state.isVisible = true
      return load(&state)

    case .input(.disappeared):
      state.isVisible = false
      state.isLoading = false
      state.bannerID = nil
      return .merge(.cancel(id: "load"), .cancel(id: "banner"))

    case .input(.reloadTapped):
      guard state.isVisible, !state.isLoading else { return .none }
      return load(&state)

    case .input(.refillTapped(let id)):
      guard state.isVisible, state.orderingID == nil else { return .none }
      guard state.prescriptions.contains(where: { $0.id == id }), !state.orderedIDs.contains(id) else { return .none }
      state.orderingID = id
      state.failedIDs.remove(id)
      // An order is not cancelled when the patient leaves the screen.
      return .run("order", of: id) { send in
        try await pharmacy.order(id)
        await send(.ordered(id))
      } catch: { _, send in
        await send(.orderFailed(id))
      }

    case .input(.errorsDismissed):
      state.failedIDs = []
      return .none

    case .feedback(.loaded(let prescriptions)):
      state.isLoading = false
      state.prescriptions = prescriptions
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.hasLoadFailed = true
      return .none

    case .feedback(.ordered(let id)):
      state.orderingID = nil
      state.orderedIDs.insert(id)
      guard state.isVisible else { return .none }
      state.bannerID = id
      return .run("banner", of: id) { send in
        try await clock.sleep(for: .seconds(3))
        await send(.bannerExpired)
      }
      .cancellable(id: "banner", cancelInFlight: true)

    case .feedback(.orderFailed(let id)):
      state.orderingID = nil
      state.failedIDs.insert(id)
      return .none

    case .feedback(.bannerExpired):
      state.bannerID = nil
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.hasLoadFailed = false
    return .run("load") { send in
      await send(.loaded(try await pharmacy.prescriptions()))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: "load", cancelInFlight: true)
  }
}

struct C01Offline: Error {}

struct C01Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .appeared, .disappeared, .reloadTapped, .refillTapped("ins"), .refillTapped("ibu"), .errorsDismissed,
      ]
    ) {
      let store = TestStore(initialState: C01Refill.State()) { C01Refill() }
      store.gate("prescriptions", at: \.c01Pharmacy.prescriptions) {
        [
          .success([C01Prescription(id: "ins", name: "Insulin"), C01Prescription(id: "ibu", name: "Ibuprofen")]),
          .failure(C01Offline()),
        ]
      }
      store.gate("order", at: \.c01Pharmacy.order) { _ in [.success(()), .failure(C01Offline())] }
      return store
    }
  }
}

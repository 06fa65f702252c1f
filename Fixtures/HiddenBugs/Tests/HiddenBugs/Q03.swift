import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct Q03Medicines: Equatable, Sendable {
  var ids: [Int]
  var pending: Int?
}

struct Q03Pharmacy: TestDependencyKey, Sendable {
  var medicines: @Sendable (_ patient: String) async throws -> Q03Medicines
  var request: @Sendable (_ medicine: Int) async throws -> Void
  var isReady: @Sendable (_ medicine: Int) async throws -> Bool

  static let testValue = Q03Pharmacy(
    medicines: unimplemented("Q03Pharmacy.medicines"),
    request: unimplemented("Q03Pharmacy.request"),
    isReady: unimplemented("Q03Pharmacy.isReady")
  )
}

extension DependencyValues {
  var q03Pharmacy: Q03Pharmacy {
    get { self[Q03Pharmacy.self] }
    set { self[Q03Pharmacy.self] = newValue }
  }
}

struct Q03Refills: Reducer {
  struct State: Equatable {
    var patient: String?
    var medicineIDs: [Int] = []
    var isLoading = false
    var refillID: Int?
    var isRequesting = false
    var isWaiting = false
    var isReady = false
    var isInBackground = false
    var message: String?
  }

  enum Input: Equatable {
    case signedIn(String)
    case signOutTapped
    case reloadTapped
    case refillTapped(Int)
    case collectedTapped
    case enteredBackground
    case enteredForeground
  }

  enum Feedback: Equatable {
    case loaded(Q03Medicines)
    case loadFailed
    case requested
    case requestFailed
    case polled(Bool)
  }

  private enum CancelID { case load, request, poll }

  @Dependency(\.q03Pharmacy) private var pharmacy
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.signedIn(let patient)):
      guard state.patient == nil else { return .none }
      state.patient = patient
      return load(patient, &state)

    case .input(.signOutTapped):
      guard state.patient != nil, !state.isRequesting else { return .none }
      state = State(isInBackground: state.isInBackground)
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.poll))

    case .input(.reloadTapped):
      guard let patient = state.patient, !state.isLoading, !state.isRequesting else { return .none }
      return load(patient, &state)

    case .input(.refillTapped(let id)):
      guard state.refillID == nil, state.medicineIDs.contains(id) else { return .none }
      state.refillID = id
      state.isRequesting = true
      state.isLoading = false
      state.message = nil
      return .merge(
        .cancel(id: CancelID.load),
        .run("request", of: id) { send in
          try await pharmacy.request(id)
          await send(.requested)
        } catch: { _, send in
          await send(.requestFailed)
        }
        .cancellable(id: CancelID.request)
      )

    case .input(.collectedTapped):
      guard let patient = state.patient, state.isReady else { return .none }
      state.refillID = nil
      state.isReady = false
      return load(patient, &state)

    case .input(.enteredBackground):
      state.isInBackground = true
      return .cancel(id: CancelID.poll)

    case .input(.enteredForeground):
      guard state.isInBackground else { return .none }
      state.isInBackground = false
      guard let id = state.refillID, state.isWaiting else { return .none }
      return poll(id)

    case .feedback(.loaded(let medicines)):
      state.isLoading = false
      state.medicineIDs = medicines.ids
      if state.isReady { return .none }
      state.refillID = medicines.pending
      state.isWaiting = medicines.pending != nil
      guard let id = medicines.pending else { return .cancel(id: CancelID.poll) }
      return state.isInBackground ? .none : poll(id)

    case .feedback(.loadFailed):
      state.isLoading = false
      state.message = "Your medicines can't be loaded."
      return .none

    case .feedback(.requested):
      state.isRequesting = false
      state.isWaiting = true
      guard let id = state.refillID, !state.isInBackground else { return .none }
      return poll(id)

    case .feedback(.requestFailed):
      state.isRequesting = false
      state.refillID = nil
      state.message = "The refill could not be requested."
      return .none

    case .feedback(.polled(let isReady)):
      guard let id = state.refillID, state.isWaiting else { return .none }
      if !isReady { return poll(id) }
      state.isWaiting = false
      state.isReady = true
      return .none
    }
  }

  private func load(_ patient: String, _ state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.message = nil
    return .run("medicines", of: patient) { send in
      await send(.loaded(try await pharmacy.medicines(patient)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func poll(_ id: Int) -> Effect<Feedback, Never> {
    .run("poll", of: id) { send in
      try await clock.sleep(for: .seconds(30))
      await send(.polled(try await pharmacy.isReady(id)))
    } catch: { _, send in
      await send(.polled(false))
    }
    .cancellable(id: CancelID.poll, cancelInFlight: true)
  }
}

struct Q03Offline: Error {}

struct Q03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [
        .signedIn("Ada"), .signOutTapped, .reloadTapped, .refillTapped(1), .collectedTapped, .enteredBackground,
        .enteredForeground,
      ]
    ) { () -> TestStore<Q03Refills> in
      let store = TestStore(initialState: Q03Refills.State()) { Q03Refills() }
      store.gate("medicines", at: \.q03Pharmacy.medicines) { _ in
        [
          .success(Q03Medicines(ids: [1, 2], pending: nil)),
          .success(Q03Medicines(ids: [1, 2], pending: 1)),
          .failure(Q03Offline()),
        ]
      }
      store.gate("request", at: \.q03Pharmacy.request) { _ in [.success(()), .failure(Q03Offline())] }
      store.gate("isReady", at: \.q03Pharmacy.isReady) { _ in [.success(true), .success(false)] }
      return store
    }
  }
}

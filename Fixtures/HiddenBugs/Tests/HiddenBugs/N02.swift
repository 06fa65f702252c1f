import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A prescription, which can be ordered while it has refills.
struct N02Prescription: Equatable, Sendable {
  var id: Int
  var drug: String
  var refills: Int
}

struct N02Pharmacy: TestDependencyKey, Sendable {
  var prescriptions: @Sendable (_ patient: String) async throws -> [N02Prescription]
  /// Asks the practice for new refills, and returns all prescriptions of the patient.
  var renew: @Sendable (_ prescription: Int) async throws -> [N02Prescription]
  /// Orders prescriptions, and returns the number of the parcel.
  var order: @Sendable (_ prescriptions: [Int]) async throws -> Int

  static let testValue = N02Pharmacy(
    prescriptions: unimplemented("N02Pharmacy.prescriptions"),
    renew: unimplemented("N02Pharmacy.renew"),
    order: unimplemented("N02Pharmacy.order")
  )
}

extension DependencyValues {
  var n02Pharmacy: N02Pharmacy {
    get { self[N02Pharmacy.self] }
    set { self[N02Pharmacy.self] = newValue }
  }
}

/// Orders for the patients of a family. The header of the list switches the patient.
struct N02Orders: Reducer {
  struct List: Equatable {
    var patient: String
    var prescriptions: [N02Prescription]
    var renewing: Int?
    var problem: Problem?

    var orderable: [Int] { prescriptions.filter { $0.refills > 0 }.map(\.id) }
  }

  enum Problem: Equatable { case notRenewed, notOrdered }

  enum State: Equatable {
    case choosing
    case loading(patient: String)
    case unavailable(patient: String)
    case list(List)
    case ordering(List)
    case ordered(patient: String, parcel: Int)
  }

  enum Input: Equatable {
    case patientPicked(String)
    case retryTapped
    case renewTapped(Int)
    case orderTapped
    case doneTapped
    case backTapped
  }

  enum Feedback: Equatable {
    case loaded([N02Prescription])
    case loadFailed
    case renewed([N02Prescription])
    case renewalFailed
    case ordered(parcel: Int)
    case orderFailed
  }

  private enum CancelID { case load, renewal, order }

  @Dependency(\.n02Pharmacy) private var pharmacy

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.patientPicked(let patient)), .choosing):
      return load(patient, &state)

    case (.input(.patientPicked(let patient)), .loading(let current)),
      (.input(.patientPicked(let patient)), .unavailable(let current)):
      return patient == current ? .none : load(patient, &state)

    case (.input(.patientPicked(let patient)), .list(let list)):
      return patient == list.patient ? .none : load(patient, &state)

    case (.input(.retryTapped), .unavailable(let patient)):
      return load(patient, &state)

    case (.feedback(.loaded(let prescriptions)), .loading(let patient)):
      state = .list(List(patient: patient, prescriptions: prescriptions))
      return .none

    case (.feedback(.loadFailed), .loading(let patient)):
      state = .unavailable(patient: patient)
      return .none

    case (.input(.renewTapped(let id)), .list(var list)):
      guard list.renewing == nil, list.prescriptions.contains(where: { $0.id == id && $0.refills == 0 }) else {
        return .none
      }
      list.renewing = id
      list.problem = nil
      state = .list(list)
      return .run("renew", of: id) { send in
        await send(.renewed(try await pharmacy.renew(id)))
      } catch: { _, send in
        await send(.renewalFailed)
      }
      .cancellable(id: CancelID.renewal, cancelInFlight: true)

    case (.feedback(.renewed(let prescriptions)), .list(var list)):
      list.prescriptions = prescriptions
      list.renewing = nil
      state = .list(list)
      return .none

    case (.feedback(.renewalFailed), .list(var list)):
      list.renewing = nil
      list.problem = .notRenewed
      state = .list(list)
      return .none

    case (.input(.orderTapped), .list(var list)):
      guard list.renewing == nil, !list.orderable.isEmpty else { return .none }
      list.problem = nil
      state = .ordering(list)
      return .run("order", of: list.orderable) { [ids = list.orderable] send in
        await send(.ordered(parcel: try await pharmacy.order(ids)))
      } catch: { _, send in
        await send(.orderFailed)
      }
      .cancellable(id: CancelID.order)

    case (.feedback(.ordered(let parcel)), .ordering(let list)):
      state = .ordered(patient: list.patient, parcel: parcel)
      return .none

    case (.feedback(.orderFailed), .ordering(var list)):
      list.problem = .notOrdered
      state = .list(list)
      return .none

    case (.input(.doneTapped), .ordered(let patient, _)):
      return load(patient, &state)

    case (.input(.backTapped), .loading), (.input(.backTapped), .unavailable), (.input(.backTapped), .list):
      state = .choosing
      return .merge(.cancel(id: CancelID.load), .cancel(id: CancelID.renewal))

    default:
      return .none
    }
  }

  /// Shows the prescriptions of a patient, in place of those of another one.
  private func load(_ patient: String, _ state: inout State) -> Effect<Feedback, Never> {
    state = .loading(patient: patient)
    return .run("load", of: patient) { send in
      await send(.loaded(try await pharmacy.prescriptions(patient)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

struct N02Offline: Error {}

struct N02Bugs {
  static func prescription(_ id: Int, refills: Int) -> N02Prescription {
    N02Prescription(id: id, drug: id == 1 ? "Insulin" : "Aspirin", refills: refills)
  }

  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N02Orders.State) -> [N02Orders.Input] in
        switch state {
        case .choosing: return [.patientPicked("Ada"), .patientPicked("Ben")]
        case .ordered: return [.doneTapped]
        case .loading, .unavailable, .list, .ordering:
          return [
            .patientPicked("Ada"), .patientPicked("Ben"), .retryTapped, .renewTapped(1), .renewTapped(2),
            .orderTapped, .backTapped,
          ]
        }
      }
    ) { () -> TestStore<N02Orders> in
      let store = TestStore(initialState: N02Orders.State.choosing) { N02Orders() }
      store.gate("prescriptions", at: \.n02Pharmacy.prescriptions) { patient in
        [.success([N02Bugs.prescription(patient == "Ada" ? 1 : 2, refills: 0)]), .failure(N02Offline())]
      }
      store.gate("renew", at: \.n02Pharmacy.renew) { id in
        [.success([N02Bugs.prescription(id, refills: 2)]), .failure(N02Offline())]
      }
      store.gate("order", at: \.n02Pharmacy.order) { _ in [.success(12), .failure(N02Offline())] }
      return store
    }
  }
}

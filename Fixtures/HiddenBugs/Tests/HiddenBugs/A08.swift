import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Readings of the meters at home. A reading that can't be sent is sent once more by itself, after a pause.
struct A08Meters: Reducer {
  enum Meter: String, Sendable { case gas, water }

  struct Entry: Hashable, Sendable {
    var meter: Meter
    var digits = ""
  }

  enum Mode: Equatable {
    case list
    case entering(Entry)
    case asking(Entry, next: Meter?)
    case submitting(Entry, next: Meter?)
    case retrying(Entry, next: Meter?)
    case rejected(Entry)
    case sent(Entry)
  }

  struct State: Equatable {
    var mode = Mode.list
    var readings: [Meter: String] = [:]
  }

  enum Input: Equatable {
    case meterTapped(Meter)
    case digitsChanged(String)
    case submitTapped
    case closeTapped
    case discardTapped
    case keepTapped
    case linkOpened(Meter)
  }

  enum Feedback: Equatable { case submitted, submitFailed, retryFailed }

  private enum CancelID { case submission }

  @Dependency(\.a08Supplier) private var supplier
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.meterTapped(let meter)):
      guard state.mode == .list else { return .none }
      return open(meter, &state)

    case .input(.digitsChanged(let digits)):
      guard case .entering(var entry) = state.mode else { return .none }
      entry.digits = digits
      state.mode = .entering(entry)
      return .none

    case .input(.submitTapped):
      switch state.mode {
      case .entering(let entry) where !entry.digits.isEmpty, .rejected(let entry):
        state.mode = .submitting(entry, next: nil)
        return submit(entry)
      case .list, .entering, .asking, .submitting, .retrying, .sent:
        return .none
      }

    case .input(.closeTapped):
      switch state.mode {
      case .entering(let entry) where !entry.digits.isEmpty, .rejected(let entry):
        state.mode = .asking(entry, next: nil)
      case .entering, .sent:
        state.mode = .list
      case .list, .asking, .submitting, .retrying:
        break
      }
      return .none

    case .input(.discardTapped):
      guard case .asking(_, next: let next) = state.mode else { return .none }
      guard let next else {
        state.mode = .list
        return .none
      }
      return open(next, &state)

    case .input(.keepTapped):
      guard case .asking(let entry, next: _) = state.mode else { return .none }
      state.mode = .entering(entry)
      return .none

    case .input(.linkOpened(let meter)):
      switch state.mode {
      case .entering(let entry) where entry.meter == meter, .rejected(let entry) where entry.meter == meter:
        return .none
      case .entering(let entry) where !entry.digits.isEmpty, .rejected(let entry):
        state.mode = .asking(entry, next: meter)
        return .none
      case .asking(let entry, next: _):
        state.mode = .asking(entry, next: meter)
        return .none
      case .submitting(let entry, next: _):
        state.mode = .submitting(entry, next: entry.meter == meter ? nil : meter)
        return .none
      case .list, .entering, .retrying, .sent:
        return open(meter, &state)
      }

    case .feedback(.submitted):
      switch state.mode {
      case .submitting(let entry, next: let next), .retrying(let entry, next: let next):
        state.readings[entry.meter] = entry.digits
        guard let next else {
          state.mode = .sent(entry)
          return .none
        }
        return open(next, &state)
      case .list, .entering, .asking, .rejected, .sent:
        return .none
      }

    case .feedback(.submitFailed):
      guard case .submitting(let entry, next: let next) = state.mode else { return .none }
      state.mode = .retrying(entry, next: next)
      return retry(entry)

    case .feedback(.retryFailed):
      guard case .retrying(let entry, next: let next) = state.mode else { return .none }
      state.mode = next == nil ? .rejected(entry) : .asking(entry, next: next)
      return .none
    }
  }

  private func open(_ meter: Meter, _ state: inout State) -> Effect<Feedback, Never> {
    state.mode = .entering(Entry(meter: meter))
    return .cancel(id: CancelID.submission)
  }

  private func submit(_ entry: Entry) -> Effect<Feedback, Never> {
    .run("submit", of: entry) { send in
      try await supplier.submit(entry.meter, entry.digits)
      await send(.submitted)
    } catch: { _, send in
      await send(.submitFailed)
    }
    .cancellable(id: CancelID.submission, cancelInFlight: true)
  }

  private func retry(_ entry: Entry) -> Effect<Feedback, Never> {
    .run("retry", of: entry) { send in
      try await clock.sleep(for: .seconds(10))
      try await supplier.submit(entry.meter, entry.digits)
      await send(.submitted)
    } catch: { _, send in
      await send(.retryFailed)
    }
    .cancellable(id: CancelID.submission, cancelInFlight: true)
  }
}

struct A08Supplier: Sendable {
  var submit: @Sendable (_ meter: A08Meters.Meter, _ digits: String) async throws -> Void
}

enum A08SupplierKey: TestDependencyKey {
  static let testValue = A08Supplier(submit: unimplemented("A08Supplier.submit"))
}

extension DependencyValues {
  var a08Supplier: A08Supplier {
    get { self[A08SupplierKey.self] }
    set { self[A08SupplierKey.self] = newValue }
  }
}

struct A08Offline: Error {}

struct A08Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: A08Meters.State) -> [A08Meters.Input] in
        switch state.mode {
        case .list: return [.meterTapped(.gas), .linkOpened(.water)]
        case .entering:
          return [.digitsChanged("123"), .submitTapped, .closeTapped, .linkOpened(.gas), .linkOpened(.water)]
        case .asking: return [.discardTapped, .keepTapped, .linkOpened(.water)]
        case .submitting, .retrying: return [.linkOpened(.gas), .linkOpened(.water)]
        case .rejected: return [.submitTapped, .closeTapped, .linkOpened(.gas), .linkOpened(.water)]
        case .sent: return [.closeTapped, .linkOpened(.gas), .linkOpened(.water)]
        }
      }
    ) { () -> TestStore<A08Meters> in
      let store = TestStore(initialState: A08Meters.State()) { A08Meters() }
      store.gate("submit", at: \.a08Supplier.submit) { _ in [.success(()), .failure(A08Offline())] }
      return store
    }
  }
}

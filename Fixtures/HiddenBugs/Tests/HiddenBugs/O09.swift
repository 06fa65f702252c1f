import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct O09Offline: Error {}

struct O09Lab: DependencyKey, Sendable {
  var upload: @Sendable (_ name: String) async throws -> Void
  var price: @Sendable (_ count: Int) async throws -> Int
  var order: @Sendable (_ names: [String]) async throws -> String

  static let liveValue = O09Lab(upload: { _ in }, price: { $0 * 20 }, order: { _ in "0" })
  static let testValue = O09Lab(
    upload: unimplemented("O09Lab.upload"),
    price: unimplemented("O09Lab.price"),
    order: unimplemented("O09Lab.order")
  )
}

extension DependencyValues {
  var o09Lab: O09Lab {
    get { self[O09Lab.self] }
    set { self[O09Lab.self] = newValue }
  }
}

/// Prints of photos: the photos are uploaded, the lab says the price, and the user orders.
struct O09Prints: Reducer {
  struct Photo: Equatable, Identifiable {
    var name: String
    var isUploading = true
    var isUploaded = false
    var uploadFailed = false

    var id: String { name }
  }

  struct State: Equatable {
    var photos: [Photo] = []
    var price: Int?
    var isPricing = false
    var priceFailed = false
    var isOrdering = false
    var orderFailed = false
    var orderNumber: String?

    var canChange: Bool { !isOrdering && orderNumber == nil }
  }

  enum Input: Equatable, Sendable {
    case addTapped(String)
    case removeTapped(String)
    case retryUploadTapped(String)
    case retryPriceTapped
    case orderTapped
    case newOrderTapped
  }

  enum Feedback: Equatable, Sendable {
    case uploaded(String)
    case uploadFailed(String)
    case priced(Int)
    case pricingFailed
    case ordered(String)
    case orderFailed
  }

  @Dependency(\.o09Lab) private var lab

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.addTapped(let name)):
      guard state.canChange, state.photos.count < 3 else { return .none }
      guard !state.photos.contains(where: { $0.name == name }) else { return .none }
      state.photos.append(Photo(name: name))
      state.orderFailed = false
      return .merge(upload(name), askPrice(&state))

    case .input(.removeTapped(let name)):
      guard state.canChange, state.photos.contains(where: { $0.name == name }) else { return .none }
      state.photos.removeAll { $0.name == name }
      state.orderFailed = false
      return .merge(.cancel(id: "upload-\(name)"), askPrice(&state))

    case .input(.retryUploadTapped(let name)):
      guard let index = state.photos.firstIndex(where: { $0.name == name && $0.uploadFailed }) else { return .none }
      state.photos[index].uploadFailed = false
      state.photos[index].isUploading = true
      return upload(name)

    case .input(.retryPriceTapped):
      guard state.priceFailed else { return .none }
      return askPrice(&state)

    case .input(.orderTapped):
      guard state.canChange, state.price != nil, !state.photos.isEmpty else { return .none }
      guard state.photos.allSatisfy({ $0.isUploaded }) else { return .none }
      state.isOrdering = true
      state.orderFailed = false
      let names = state.photos.map { $0.name }
      return .run("order", of: names) { send in
        await send(.ordered(try await lab.order(names)))
      } catch: { _, send in
        await send(.orderFailed)
      }

    case .input(.newOrderTapped):
      guard state.orderNumber != nil else { return .none }
      state = State()
      return .none

    case .feedback(.uploaded(let name)):
      guard let index = state.photos.firstIndex(where: { $0.name == name }) else { return .none }
      state.photos[index].isUploading = false
      state.photos[index].isUploaded = true
      return .none

    case .feedback(.uploadFailed(let name)):
      guard let index = state.photos.firstIndex(where: { $0.name == name }) else { return .none }
      state.photos[index].isUploading = false
      state.photos[index].uploadFailed = true
      return .none

    case .feedback(.priced(let price)):
      state.isPricing = false
      state.price = price
      return .none

    case .feedback(.pricingFailed):
      state.isPricing = false
      state.priceFailed = true
      return .none

    case .feedback(.ordered(let number)):
      state.isOrdering = false
      state.orderNumber = number
      return .none

    case .feedback(.orderFailed):
      state.isOrdering = false
      state.orderFailed = true
      return .none
    }
  }

  private func upload(_ name: String) -> Effect<Feedback, Never> {
    .run("upload", of: name) { send in
      try await lab.upload(name)
      await send(.uploaded(name))
    } catch: { _, send in
      await send(.uploadFailed(name))
    }
    .cancellable(id: "upload-\(name)", cancelInFlight: true)
  }

  private func askPrice(_ state: inout State) -> Effect<Feedback, Never> {
    state.price = nil
    state.priceFailed = false
    state.isPricing = !state.photos.isEmpty
    guard state.isPricing else { return .cancel(id: "price") }
    let count = state.photos.count
    return .run("price", of: count) { send in
      await send(.priced(try await lab.price(count)))
    } catch: { _, send in
      await send(.pricingFailed)
    }
    .debounce(id: "price", for: .milliseconds(500))
  }
}

struct O09Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: O09Prints.State) -> [O09Prints.Input] in
        if state.orderNumber != nil { return [.newOrderTapped] }
        var inputs: [O09Prints.Input] = [.orderTapped, .retryPriceTapped]
        for name in ["beach", "zoo"] {
          guard let photo = state.photos.first(where: { $0.name == name }) else {
            inputs.append(.addTapped(name))
            continue
          }
          inputs.append(photo.uploadFailed ? .retryUploadTapped(name) : .removeTapped(name))
        }
        return inputs
      }
    ) { () -> TestStore<O09Prints> in
      let store = TestStore(initialState: O09Prints.State()) { O09Prints() }
      store.gate("upload", at: \.o09Lab.upload) { _ in [.success(()), .failure(O09Offline())] }
      store.gate("price", at: \.o09Lab.price) { count in [.success(count * 20), .failure(O09Offline())] }
      store.gate("order", at: \.o09Lab.order) { _ in [.success("A-17"), .failure(O09Offline())] }
      return store
    }
  }
}

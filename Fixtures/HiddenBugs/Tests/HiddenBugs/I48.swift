import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The sheet on which a stock photo is bought and downloaded in one of three sizes.
struct I48Sheet: Reducer {
  struct State: Equatable {
    var size: I48Size?
    /// The prices that the shop has named since the sheet was opened.
    var prices: [I48Size: Int] = [:]
    var isPricing = false
    var hasPricingFailed = false
    var acceptsTerms = false
    /// The percentage of the running download.
    var progress: Int?
    var hasDownloadFailed = false
    var saved: Set<I48Size> = []

    var price: Int? { size.flatMap { prices[$0] } }

    var canDownload: Bool { price != nil && acceptsTerms && !isPricing && progress == nil }
  }

  enum Input: Equatable, Sendable {
    case sizeChosen(I48Size)
    case priceRetryTapped
    case termsTapped
    case downloadTapped
    case cancelTapped
  }

  enum Feedback: Equatable, Sendable {
    case priced(I48Size, cents: Int)
    case pricingFailed
    case progressed(Int)
    case downloaded(I48Size)
    case downloadFailed
  }

  private enum CancelID { case price, download }

  @Dependency(\.i48Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.sizeChosen(let size)):
      guard state.progress == nil, size != state.size else { return .none }
      state.size = size
      state.hasPricingFailed = false
      state.hasDownloadFailed = false
      guard state.price == nil else { return .cancel(id: CancelID.price) }
      return askPrice(of: size, in: &state)

    case .input(.priceRetryTapped):
      guard state.hasPricingFailed, let size = state.size else { return .none }
      return askPrice(of: size, in: &state)

    case .input(.termsTapped):
      state.acceptsTerms.toggle()
      return .none

    case .input(.downloadTapped):
      guard state.canDownload, let size = state.size else { return .none }
      state.progress = 0
      state.hasDownloadFailed = false
      return .run("download", of: size) { send in
        for try await percent in client.download(size) { await send(.progressed(percent)) }
        await send(.downloaded(size))
      } catch: { _, send in
        await send(.downloadFailed)
      }
      .cancellable(id: CancelID.download, cancelInFlight: true)

    case .input(.cancelTapped):
      state.progress = nil
      return .cancel(id: CancelID.download)

    case .feedback(.priced(let size, let cents)):
      state.isPricing = false
      state.prices[size] = cents
      return .none

    case .feedback(.pricingFailed):
      state.isPricing = false
      state.hasPricingFailed = true
      return .none

    case .feedback(.progressed(let percent)):
      state.progress = max(percent, state.progress ?? 0)
      return .none

    case .feedback(.downloaded(let size)):
      state.progress = nil
      state.saved.insert(size)
      return .none

    case .feedback(.downloadFailed):
      state.progress = nil
      state.hasDownloadFailed = true
      return .none
    }
  }

  private func askPrice(of size: I48Size, in state: inout State) -> Effect<Feedback, Never> {
    state.isPricing = true
    state.hasPricingFailed = false
    return .run("price", of: size) { send in
      await send(.priced(size, cents: try await client.price(size)))
    } catch: { _, send in
      await send(.pricingFailed)
    }
    .cancellable(id: CancelID.price, cancelInFlight: true)
  }
}

enum I48Size: Hashable, Sendable, CaseIterable { case small, medium, large }

struct I48Client: TestDependencyKey, Sendable {
  var price: @Sendable (_ size: I48Size) async throws -> Int
  var download: @Sendable (_ size: I48Size) -> AsyncThrowingStream<Int, any Error>

  static let testValue = I48Client(
    price: unimplemented("I48Client.price"),
    download: unimplemented("I48Client.download", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var i48Client: I48Client {
    get { self[I48Client.self] }
    set { self[I48Client.self] = newValue }
  }
}

struct I48Offline: Error {}

struct I48Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I48Sheet.State) -> [I48Sheet.Input] in
        if state.progress != nil { return [.cancelTapped] }
        var inputs: [I48Sheet.Input] = I48Size.allCases.map(I48Sheet.Input.sizeChosen)
        inputs.append(.termsTapped)
        if state.hasPricingFailed { inputs.append(.priceRetryTapped) }
        if state.canDownload { inputs.append(.downloadTapped) }
        return inputs
      }
    ) { () -> TestStore<I48Sheet> in
      let store = TestStore(initialState: I48Sheet.State()) { I48Sheet() }
      store.gate("price", at: \.i48Client.price) { size in
        [.success(size == .large ? 900 : 300), .failure(I48Offline())]
      }
      store.gate("download", at: \.i48Client.download) { _ in [.element(40), .finish, .failure(I48Offline())] }
      return store
    }
  }
}

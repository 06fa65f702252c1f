import StoreCore
import StoreDependencies
import StoreTesting
import Testing

/// A client whose endpoints return streams in every other form that a gate can replace.
struct FeedClient: TestDependencyKey {
  var first: @Sendable () -> AsyncStream<Int>

  var second: @Sendable (Int, Int) throws -> AsyncStream<Int>

  var third: @Sendable (Int) async throws -> AsyncThrowingStream<Int, any Error>

  var fourth: @concurrent @Sendable () async -> AsyncStream<Int>

  var fifth: @concurrent @Sendable (Int) async throws -> AsyncThrowingStream<Int, any Error>

  var sixth: @concurrent @Sendable (Int) async throws -> any AsyncSequence<Int, any Error> & Sendable

  var seventh: @Sendable () -> any AsyncSequence<Int, Never>

  var eighth: @Sendable (Int) async throws -> any AsyncSequence<Int, any Error>

  var ninth: @Sendable () -> Numbers

  var tenth: @Sendable () async -> AsyncStream<Int>

  /// A sequence of one's own.
  struct Numbers: GatedStream, Sendable {
    let stream: GateStream<Int, Never>

    init(_ stream: GateStream<Int, Never>) { self.stream = stream }

    func makeAsyncIterator() -> GateStream<Int, Never>.AsyncIterator { stream.makeAsyncIterator() }
  }

  static let testValue = FeedClient(
    first: { AsyncStream { $0.finish() } },
    second: { _, _ in AsyncStream { $0.finish() } },
    third: { _ in AsyncThrowingStream { $0.finish() } },
    fourth: { AsyncStream { $0.finish() } },
    fifth: { _ in AsyncThrowingStream { $0.finish() } },
    sixth: { _ in AsyncStream<Int> { $0.finish() }.map { (number) async throws -> Int in number } },
    seventh: { AsyncStream { $0.finish() } },
    eighth: { _ in AsyncThrowingStream<Int, any Error> { $0.finish() } },
    ninth: { Numbers(StreamGate<Void, Int, Never>("ninth")()) },
    tenth: { AsyncStream { $0.finish() } }
  )
}

extension DependencyValues {
  /// A client whose endpoints return streams in every other form.
  var feed: FeedClient {
    get { self[FeedClient.self] }
    set { self[FeedClient.self] = newValue }
  }
}

/// Listens to each endpoint of its client, one after another.
private struct FeedReader: Reducer {
  /// The numbers, oldest first.
  typealias State = [Int]

  enum Input: Equatable { case start }

  @Dependency(\.feed) var feed

  func reduce(message: Message<Input, Int>, into state: inout State) -> Effect<Int, Never> {
    switch message {
    case .input:
      return .run("read") { send in
        for await number in feed.first() { await send(number) }
        for await number in try feed.second(1, 2) { await send(number) }
        for try await number in try await feed.third(3) { await send(number) }
        for await number in await feed.fourth() { await send(number) }
        for try await number in try await feed.fifth(5) { await send(number) }
        for try await number in try await feed.sixth(6) { await send(number) }
        for await number in feed.seventh() { await send(number) }
        for try await number in try await feed.eighth(8) { await send(number) }
        for await number in feed.ninth() { await send(number) }
        for await number in await feed.tenth() { await send(number) }
      }
    case .feedback(let number):
      state.append(number)
      return .none
    }
  }
}

@Suite struct StreamEndpointTests {
  @Test func `every form of endpoint has a gate`() async {
    let store = TestStore(initialState: []) { FeedReader() }
    let first = store.gate("first", at: \.feed.first)
    let second = store.gate("second", at: \.feed.second)
    let third = store.gate("third", at: \.feed.third)
    let fourth = store.gate("fourth", at: \.feed.fourth)
    let fifth = store.gate("fifth", at: \.feed.fifth)
    let sixth = store.gate("sixth", at: \.feed.sixth)
    let seventh = store.gate("seventh", at: \.feed.seventh)
    let eighth = store.gate("eighth", at: \.feed.eighth)
    let ninth = store.gate("ninth", at: \.feed.ninth)
    // The type of a gate that answers the call with a stream is stated.
    let tenth: Gate<Void, AsyncStream<Int>, Never> = store.gate("tenth", at: \.feed.tenth)

    await store.send(.start)
    await first.yield(1)
    await first.finish()
    second.receiveListener(1, 2)
    await second.yield(2)
    await second.finish()
    third.receiveListener(3)
    await third.yield(3)
    await third.finish()
    await fourth.yield(4)
    await fourth.finish()
    await fifth.yield(5)
    await fifth.finish()
    await sixth.yield(6)
    await sixth.finish()
    await seventh.yield(7)
    await seventh.finish()
    await eighth.yield(8)
    await eighth.finish()
    await ninth.yield(9)
    await ninth.finish()
    await tenth.succeed(
      with: AsyncStream {
        $0.yield(10); $0.finish()
      }
    )
    for number in 1...10 { await store.receive(number) { $0.append(number) } }
    await store.finish()
  }
}

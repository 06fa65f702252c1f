package import StoreCore
package import StoreDependencies
import StoreTesting

/// A client whose endpoints return streams of every form that a gate can replace.
package struct SocketClient: TestDependencyKey {
  package var messages: @Sendable (String) -> AsyncThrowingStream<String, any Error>

  package var presence: @Sendable () async -> AsyncStream<Int>

  package var typing: @Sendable (String, Int) async throws -> AsyncStream<Bool>

  package var pings: @Sendable () -> any AsyncSequence<Void, Never> & Sendable

  package var news: @Sendable (String) async throws -> any AsyncSequence<String, SocketError> & Sendable

  package static let testValue = SocketClient(
    messages: unimplemented("SocketClient.messages", placeholder: AsyncThrowingStream { $0.finish() }),
    presence: unimplemented("SocketClient.presence", placeholder: AsyncStream { $0.finish() }),
    typing: unimplemented("SocketClient.typing"),
    pings: { AsyncStream { $0.finish() } },
    news: unimplemented("SocketClient.news")
  )
}

/// The only error of the news.
package enum SocketError: Error, Equatable { case lost }

extension DependencyValues {
  /// A client whose endpoints return streams.
  package var socket: SocketClient {
    get { self[SocketClient.self] }
    set { self[SocketClient.self] = newValue }
  }
}

/// A chat that listens to streams of its client.
package struct ChatFeature: Reducer {
  package struct State: Equatable {
    package var lines: [String] = []
    package var closed: [String] = []

    package init() {}
  }

  package enum Input: Equatable {
    case join(String)
    case leave(String)
    case watch
    case ask(String)

    /// Listens to the news until one says "end".
    case read

    /// Opens a stream, and listens after a pause.
    case joinLater(String)

    /// Listens with a pause after each line.
    case readSlowly(String)
  }

  package enum Feedback: Equatable {
    case said(String, in: String)
    case ended(String)
  }

  @Dependency(\.socket) private var socket
  @Dependency(\.continuousClock) private var clock

  package init() {}

  package func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.join(let room)):
      return .run("listen", of: room) { send in
        do {
          for try await line in socket.messages(room) { await send(.said(line, in: room)) }
          await send(.ended(room))
        } catch {
          await send(.ended("\(room): \(error)"))
        }
      }
      .cancellable(id: room)
    case .input(.leave(let room)): return .cancel(id: room)
    case .input(.watch):
      return .merge(
        .run("presence") { send in
          for await count in await socket.presence() { await send(.said("\(count)", in: "presence")) }
        },
        .run("pings") { send in for await _ in socket.pings() { await send(.said("ping", in: "pings")) } }
      )
    case .input(.ask(let room)):
      return .run("typing") { send in
        for await isTyping in try await socket.typing(room, 2) { await send(.said("\(isTyping)", in: room)) }
      }
    case .input(.read):
      return .run("read") { send in
        do {
          for try await line in try await socket.news("world") {
            if line == "end" { break }
            await send(.said(line, in: "news"))
          }
          await send(.ended("news"))
        } catch {
          await send(.ended("\(error)"))
        }
      }
    case .input(.joinLater(let room)):
      return .run("later", of: room) { send in
        let messages = socket.messages(room)
        try await clock.sleep(for: .seconds(1))
        for try await line in messages { await send(.said(line, in: room)) }
      }
    case .input(.readSlowly(let room)):
      return .run("slow", of: room) { send in
        for try await line in socket.messages(room) {
          try await clock.sleep(for: .seconds(1))
          await send(.said(line, in: room))
        }
      }
      .cancellable(id: room)
    case .feedback(.said(let line, let room)):
      state.lines.append("\(room): \(line)")
      return .none
    case .feedback(.ended(let room)):
      state.closed.append(room)
      return .none
    }
  }
}

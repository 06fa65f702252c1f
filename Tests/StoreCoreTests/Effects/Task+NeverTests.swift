import StoreCore
import StoreTesting
import Testing

@Suite struct TaskNeverTests {
  private struct Broken: Error, Equatable {}

  @Test func `a task that never ends ends by its cancellation`() async {
    let task = Task { try await Task.never() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a client that never answers ends by its cancellation`() async {
    let fetch: @Sendable (Int) async throws -> String = { _ in try await Task.never() }
    let task = Task { try await fetch(1) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @MainActor @Test func `a client that never answers doesn't end by itself`() async {
    let probe = Probe()
    let fetch: @MainActor (Int) async throws -> String = { _ in try await Task.never() }
    let task = Task {
      probe.note("begins")
      _ = try? await fetch(1)
      probe.note("ends")
    }
    await probe.wait(for: "begins")
    #expect(probe.notes == ["begins"])
    task.cancel()
    await task.end()
    #expect(probe.notes == ["begins", "ends"])
  }

  @Test func `a result has the value or the error of an asynchronous operation`() async {
    let value = await Result { () async throws(Broken) in
      await Task.yield()
      return 1
    }
    #expect(value == .success(1))
    let error = await Result { () async throws(Broken) -> Int in
      await Task.yield()
      throw Broken()
    }
    #expect(error == .failure(Broken()))
    let any = await Result { try await Self.load() }
    #expect(throws: Broken.self) { try any.get() }
  }

  private static func load() async throws -> Int { throw Broken() }
}

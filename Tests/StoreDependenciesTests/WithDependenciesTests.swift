import StoreDependencies
import Testing

/// Something that may not leave its isolation.
private final class Unsendable {
  var number = 0
}

/// An error of a test.
private struct Refusal: Error, Equatable {}

@Suite struct WithDependenciesTests {
  @Dependency(\.number) private var number

  @Test func `nested overrides take precedence, and end with their operation`() {
    withDependencies {
      $0.number = 10
    } operation: {
      #expect(number == 10)
      withDependencies {
        $0.number += 1
      } operation: {
        #expect(number == 11)
      }
      #expect(number == 10)
    }
    #expect(number == 3)
  }

  @Test func `overrides end when the operation throws`() {
    #expect(throws: Refusal.self) {
      try withDependencies {
        $0.number = 10
      } operation: {
        throw Refusal()
      }
    }
    #expect(throws: Refusal.self) {
      try withDependencies { _ in
        throw Refusal()
      } operation: {
        Issue.record("the update has thrown")
      }
    }
    #expect(number == 3)
  }

  @Test func `a result need not be sendable`() async {
    let object = withDependencies {
      $0.number = 10
    } operation: {
      Unsendable()
    }
    object.number += 1
    let other = await withDependencies {
      $0.number = 10
    } operation: {
      await Task.yield()
      object.number += number
      return object
    }
    #expect(other.number == 11)
  }

  @MainActor
  @Test func `an asynchronous operation stays in the caller's isolation`() async {
    await withDependencies {
      await Task.yield()
      MainActor.assertIsolated()
      $0.number = 10
    } operation: {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      #expect(number == 10)
    }
  }

  @Test func `child tasks, task groups and unstructured tasks see the overrides`() async {
    let task = await withDependencies {
      $0.number = 10
    } operation: {
      async let child = number
      #expect(await child == 10)
      let sum = await withTaskGroup(of: Int.self) { group in
        for _ in 1...3 { group.addTask { number } }
        return await group.reduce(0, +)
      }
      #expect(sum == 30)
      return Task {
        await Task.yield()
        return number
      }
    }
    #expect(await task.value == 10)
  }

  @Test func `one endpoint can be changed without a failure, even without a test value`() async throws {
    let failures = try await issues {
      @Dependency(\.searchClient) var client
      try await withDependencies {
        $0.searchClient.search = { ["found \($0)"] }
        $0.searchClient.suggest = { _ in [] }
      } operation: {
        let found = try await client.search("a")
        #expect(found == ["found a"])
        #expect(client.suggest("a") == [])
      }
    }
    #expect(failures.isEmpty)
  }

  @Test func `values that are updated separately are changed without a failure, and fail again afterwards`() {
    let observer = RecordingObserver()
    var values = DependencyValues(context: .test, observer: observer)
    values.update { $0.searchClient.suggest = { [$0] } }
    #expect(observer.issues.isEmpty)
    #expect(observer.accesses.isEmpty)
    var others = DependencyValues(context: .test, observer: observer)
    others.update { _ in }
    _ = others.searchClient
    #expect(observer.issues.count == 1)
  }

  @Test func `values are copied, not shared`() {
    var values = DependencyValues(context: .test, observer: nil)
    let before = values
    values.number = 10
    #expect(before.number == 3)
    #expect(values.number == 10)
  }
}

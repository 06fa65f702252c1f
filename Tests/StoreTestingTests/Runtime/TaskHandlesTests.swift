import Testing

@testable import StoreRuntime

@Suite struct TaskHandlesTests {
  private class Screen {
    let search: Task<Void, Never>? = Task<Void, Never> {}
  }

  private struct Loads {
    let all: [Task<Int, any Error>]
    let last: Task<Int, any Error>?
  }

  private final class Cache {
    let refresh = Task<Void, Never> {}
  }

  private final class Model: Screen {
    let loads: Loads
    let cache = Cache()

    init(loads: Loads) { self.loads = loads }
  }

  /// Safety: a handle consists of a reference to its task.
  private func address<Success, Failure>(of task: Task<Success, Failure>) -> UInt {
    unsafeBitCast(task, to: UInt.self)
  }

  @Test func `the handles of an object are in its properties and their values, but not in other objects`() throws {
    let (first, second) = (Task<Int, any Error> { 1 }, Task<Int, any Error> { 2 })
    let model = Model(loads: Loads(all: [first, second], last: second))
    var handles = TaskHandles()
    handles.add(from: model)
    #expect(handles.count(of: address(of: first)) == 1)
    #expect(handles.count(of: address(of: second)) == 2)
    let search = try #require(model.search)
    #expect(handles.count(of: address(of: search)) == 1)
    #expect(handles.count(of: address(of: model.cache.refresh)) == 0)
  }
}

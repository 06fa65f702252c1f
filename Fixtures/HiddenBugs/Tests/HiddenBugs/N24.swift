import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// A recording that is converted.
struct N24File: Reducer {
  enum Phase: Equatable, Sendable {
    case waiting
    case converting
    case done
    case failed
  }

  struct State: Equatable, Identifiable {
    let id: Int
    var phase = Phase.waiting
  }

  enum Input: Equatable, Sendable {
    case begin
    case stop
    case retryTapped
  }

  enum Feedback: Equatable, Sendable {
    case converted
    case conversionFailed
  }

  enum Output: Equatable, Sendable {
    case ended
    case queued
  }

  private enum CancelID { case conversion }

  @Dependency(\.n24Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.begin):
      guard state.phase == .waiting else { return .none }
      state.phase = .converting
      return .run("convert", of: state.id) { [id = state.id] send in
        try await client.convert(id)
        await send(.converted)
      } catch: { _, send in
        await send(.conversionFailed)
      }
      .cancellable(id: CancelID.conversion)

    case .input(.stop):
      guard state.phase == .converting else { return .none }
      state.phase = .waiting
      return .cancel(id: CancelID.conversion)

    case .input(.retryTapped):
      guard state.phase == .failed else { return .none }
      state.phase = .waiting
      return .output(.queued)

    case .feedback(.converted):
      state.phase = .done
      return .output(.ended)

    case .feedback(.conversionFailed):
      state.phase = .failed
      return .output(.ended)
    }
  }
}

/// Converts recordings, one after the other.
struct N24Queue: Reducer {
  struct State: Equatable {
    var files: IdentifiedArray<N24File.State> = []
    var isRunning = false

    var current: N24File.State? { files.first { $0.phase == .converting } }
    var waiting: N24File.State? { files.first { $0.phase == .waiting } }
  }

  enum Input: Equatable, Sendable {
    case fileAdded(Int)
    case startTapped
    case stopTapped
    case removeTapped(Int)
    case clearTapped
    case file(Int, N24File.Input)
  }

  enum Feedback: Equatable, Sendable {
    case file(Int, ChildFeedback<N24File>)
  }

  let files = ScopeEach<N24Queue, N24File>(\.files, feedback: Feedback.file) { N24File() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.fileAdded(let id)):
      guard state.files[id: id] == nil else { return .none }
      state.files.append(N24File.State(id: id))
      return goOn(&state)

    case .input(.startTapped):
      guard !state.isRunning, state.waiting != nil else { return .none }
      state.isRunning = true
      return goOn(&state)

    case .input(.stopTapped):
      state.isRunning = false
      guard let current = state.current else { return .none }
      return files.reduce(.input(.stop), id: current.id, into: &state)

    case .input(.removeTapped(let id)):
      state.files.remove(id: id)
      return goOn(&state)

    case .input(.clearTapped):
      state.files.removeAll { $0.phase == .done }
      return .none

    case .input(.file(let id, let input)):
      return files.reduce(.input(input), id: id, into: &state)

    case .feedback(.file(let id, .feedback(let feedback))):
      return files.reduce(.feedback(feedback), id: id, into: &state)

    case .feedback(.file(_, .output(.ended))):
      return goOn(&state)

    case .feedback(.file(_, .output(.queued))):
      state.isRunning = true
      return goOn(&state)
    }
  }

  /// Begins the next file, unless one is converted. The queue stops behind the last one.
  private func goOn(_ state: inout State) -> Effect<Feedback, Never> {
    guard state.isRunning, state.current == nil else { return .none }
    guard let next = state.waiting else {
      state.isRunning = false
      return .none
    }
    return files.reduce(.input(.begin), id: next.id, into: &state)
  }
}

struct N24Client: TestDependencyKey, Sendable {
  var convert: @Sendable (_ file: Int) async throws -> Void

  static let testValue = N24Client(convert: unimplemented("N24Client.convert"))
}

extension DependencyValues {
  var n24Client: N24Client {
    get { self[N24Client.self] }
    set { self[N24Client.self] = newValue }
  }
}

struct N24DiskFull: Error {}

struct N24Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: N24Queue.State) -> [N24Queue.Input] in
        var inputs: [N24Queue.Input] = [1, 2].filter { state.files[id: $0] == nil }.map { N24Queue.Input.fileAdded($0) }
        if state.isRunning {
          inputs.append(.stopTapped)
        } else if state.waiting != nil {
          inputs.append(.startTapped)
        }
        for file in state.files {
          inputs.append(.removeTapped(file.id))
          if file.phase == .failed { inputs.append(.file(file.id, .retryTapped)) }
        }
        if state.files.contains(where: { $0.phase == .done }) { inputs.append(.clearTapped) }
        return inputs
      }
    ) { () -> TestStore<N24Queue> in
      let store = TestStore(initialState: N24Queue.State()) { N24Queue() }
      store.gate("convert", at: \.n24Client.convert) { _ in [.success(()), .failure(N24DiskFull())] }
      return store
    }
  }
}

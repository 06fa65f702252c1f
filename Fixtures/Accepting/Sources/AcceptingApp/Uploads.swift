import StoreCore
import StoreDependencies

/// A queue of uploads with retries, and effects that send nothing.
struct Uploads: Reducer {
  struct State: Equatable {
    var jobs: [Job] = []
    var finished = 0
    var bytes: UInt64 = 0
    var log: [String] = []
  }

  struct Job: Equatable {
    var name: String
    var status = Status.waiting
    var attempts = 0
  }

  enum Status: Equatable { case waiting, running(percent: Int), failed(reason: String, willRetry: Bool), done }

  enum Input: Equatable { case enqueued([String]), startTapped, clearTapped }
  enum Feedback: Equatable {
    case progressed(Int, percent: Int)
    case succeeded(Int, bytes: UInt64)
    case failed(Int, String)
    case retry(Int)
  }
  enum Output: Equatable { case allDone(total: UInt64) }

  @Dependency(\.uploadClient) var client
  @Dependency(\.continuousClock) var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.enqueued(let names)):
      state.jobs += names.map { Job(name: $0) }
      return .run("index", of: names) { _ in await client.index(names) }
    case .input(.startTapped):
      return .merge(state.jobs.indices.filter { state.jobs[$0].status == .waiting }.map { upload($0, &state) })
    case .feedback(.progressed(let index, let percent)):
      state.jobs[index].status = .running(percent: percent)
      return .none
    case .feedback(.succeeded(let index, let bytes)):
      state.jobs[index].status = .done
      state.finished += 1
      state.bytes += bytes
      state.log.append("\(state.jobs[index].name) done")
      return state.finished == state.jobs.count ? .output(.allDone(total: state.bytes)) : .none
    case .feedback(.failed(let index, let reason)):
      let willRetry = state.jobs[index].attempts < 2
      state.jobs[index].status = .failed(reason: reason, willRetry: willRetry)
      guard willRetry else { return .run("report", of: reason) { _ in await client.report(reason) } }
      let seconds = state.jobs[index].attempts * 2
      return .run("wait", of: index) { send in
        try await clock.sleep(for: .seconds(seconds))
        await send(.retry(index))
      }
    case .feedback(.retry(let index)):
      return upload(index, &state)
    case .input(.clearTapped):
      state.jobs.removeAll { $0.status == .done }
      return .none
    }
  }

  private func upload(_ index: Int, _ state: inout State) -> Effect<Feedback, Output> {
    state.jobs[index].attempts += 1
    let name = state.jobs[index].name
    return .run("upload", of: name) { send in
      await send(.progressed(index, percent: 0))
      let bytes = try await client.upload(name)
      await send(.succeeded(index, bytes: bytes))
    } catch: { error, send in
      await send(.failed(index, "\(error)"))
    }
  }
}

struct UploadClient: TestDependencyKey {
  var upload: @Sendable (_ name: String) async throws -> UInt64
  var index: @Sendable (_ names: [String]) async -> Void
  var report: @Sendable (_ reason: String) async -> Void
  static let testValue = UploadClient(
    upload: unimplemented("UploadClient.upload"),
    index: unimplemented("UploadClient.index"),
    report: unimplemented("UploadClient.report")
  )
}

extension DependencyValues {
  var uploadClient: UploadClient {
    get { self[UploadClient.self] }
    set { self[UploadClient.self] = newValue }
  }
}

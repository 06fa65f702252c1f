import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct C08Disk: TestDependencyKey, Sendable {
  var scan: @Sendable () async throws -> [String]
  /// Copies files, and yields the name of each file that is copied.
  var copy: @Sendable (_ files: [String]) -> AsyncThrowingStream<String, any Error>

  static let testValue = C08Disk(
    scan: unimplemented("C08Disk.scan"),
    copy: unimplemented("C08Disk.copy", placeholder: AsyncThrowingStream { $0.finish() })
  )
}

extension DependencyValues {
  var c08Disk: C08Disk {
    get { self[C08Disk.self] }
    set { self[C08Disk.self] = newValue }
  }
}

/// The files of one backup.
struct C08Job: Equatable {
  var files: [String]
  var copied: Set<String> = []
  /// How often the copy has broken off since the last file.
  var failures = 0

  var rest: [String] { files.filter { !copied.contains($0) } }
}

/// A tool that backs up a disk. A copy that breaks off goes on after ten seconds; the third time it asks the user.
struct C08Backup: Reducer {
  enum State: Equatable {
    case idle
    case scanning
    case unreadable
    case ready(C08Job)
    case copying(C08Job)
    case waiting(C08Job)
    case paused(C08Job)
    case failed(C08Job)
    case finished(Int)
  }

  enum Input: Equatable {
    case scanTapped
    case startTapped
    case pauseTapped
    case resumeTapped
    case cancelTapped
  }

  enum Feedback: Equatable {
    case scanned([String])
    case scanFailed
    case copied(String)
    case ended
    case brokeOff
    case waited
  }

  private enum CancelID { case work }

  @Dependency(\.c08Disk) private var disk
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.scanTapped):
      switch state {
      case .idle, .unreadable, .ready, .finished:
        state = .scanning
        return .run("scan") { send in
          await send(.scanned(try await disk.scan()))
        } catch: { _, send in
          await send(.scanFailed)
        }
        .cancellable(id: CancelID.work, cancelInFlight: true)
      case .scanning, .copying, .waiting, .paused, .failed:
        return .none
      }

    case .input(.startTapped):
      guard case .ready(let job) = state else { return .none }
      return copy(job, in: &state)

    case .input(.pauseTapped):
      switch state {
      case .copying(let job), .waiting(let job):
        state = .paused(job)
        return .cancel(id: CancelID.work)
      case .idle, .scanning, .unreadable, .ready, .paused, .failed, .finished:
        return .none
      }

    case .input(.resumeTapped):
      switch state {
      case .paused(var job), .waiting(var job), .failed(var job):
        job.failures = 0
        return copy(job, in: &state)
      case .idle, .scanning, .unreadable, .ready, .copying, .finished:
        return .none
      }

    case .input(.cancelTapped):
      state = .idle
      return .cancel(id: CancelID.work)

    case .feedback(.scanned(let files)):
      guard state == .scanning else { return .none }
      state = files.isEmpty ? .finished(0) : .ready(C08Job(files: files))
      return .none

    case .feedback(.scanFailed):
      guard state == .scanning else { return .none }
      state = .unreadable
      return .none

    case .feedback(.copied(let file)):
      guard case .copying(var job) = state else { return .none }
      job.copied.insert(file)
      job.failures = 0
      state = .copying(job)
      return .none

    case .feedback(.ended), .feedback(.brokeOff):
      guard case .copying(var job) = state else { return .none }
      guard !job.rest.isEmpty else {
        state = .finished(job.files.count)
        return .none
      }
      job.failures += 1
      guard job.failures < 3 else {
        state = .failed(job)
        return .none
      }
      state = .waiting(job)
      return .run("wait") { send in
        try await clock.sleep(for: .seconds(10))
        await send(.waited)
      }
      .cancellable(id: CancelID.work, cancelInFlight: true)

    case .feedback(.waited):
      guard case .waiting(let job) = state else { return .none }
      return copy(job, in: &state)
    }
  }

  /// Copies what is left of a job.
  private func copy(_ job: C08Job, in state: inout State) -> Effect<Feedback, Never> {
    let files = job.rest
    guard !files.isEmpty else {
      state = .finished(job.files.count)
      return .cancel(id: CancelID.work)
    }
    state = .copying(job)
    return .run("copy", of: files) { send in
      for try await file in disk.copy(files) { await send(.copied(file)) }
      await send(.ended)
    } catch: { _, send in
      await send(.brokeOff)
    }
    .cancellable(id: CancelID.work, cancelInFlight: true)
  }
}

struct C08Unplugged: Error {}

struct C08Bugs {
  @Test func bugs() async throws {
    try await findBugs(inputs: [.scanTapped, .startTapped, .pauseTapped, .resumeTapped, .cancelTapped]) {
      let store = TestStore(initialState: C08Backup.State.idle) { C08Backup() }
      store.gate("scan", at: \.c08Disk.scan) { [.success(["a", "b"]), .success([]), .failure(C08Unplugged())] }
      store.gate("copy", at: \.c08Disk.copy) { (files: [String]) -> [StreamAnswer<String, any Error>] in
        var answers: [StreamAnswer<String, any Error>] = []
        for file in files { answers.append(.element(file)) }
        answers.append(.finish)
        answers.append(.failure(C08Unplugged()))
        return answers
      }
      return store
    }
  }
}

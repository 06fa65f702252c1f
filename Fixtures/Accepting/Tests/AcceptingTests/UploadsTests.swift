import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import AcceptingApp

struct UploadsTests {
  struct Broken: Error {}

  typealias Job = Uploads.Job

  @Test func uploads() async {
    let fixture = Fixture()
    fixture.store.exhaustivity = .strict
    await fixture.store.send(.enqueued(["a", "b"])) { $0.jobs = [Job(name: "a"), Job(name: "b")] }
    await fixture.store.receiveEffect("index", of: ["a", "b"])
    await fixture.store.send(.startTapped) {
      $0.jobs[0].attempts = 1
      $0.jobs[1].attempts = 1
    }
    await fixture.store.receiveEffect("upload", of: "a")
    await fixture.store.receiveEffect("upload", of: "b")
    await fixture.store.receive(.progressed(0, percent: 0)) { $0.jobs[0].status = .running(percent: 0) }
    await fixture.store.receive(.progressed(1, percent: 0)) { $0.jobs[1].status = .running(percent: 0) }
    await fixture.upload.succeed(with: 30, skipping: 1)
    await fixture.store.receive(.succeeded(1, bytes: 30)) {
      $0.jobs[1].status = .done
      $0.finished = 1
      $0.bytes = 30
      $0.log = ["b done"]
    }
    await fixture.upload.succeed(with: 12)
    await fixture.store.receive(.succeeded(0, bytes: 12)) {
      $0.jobs[0].status = .done
      $0.finished = 2
      $0.bytes = 42
      $0.log = ["b done", "a done"]
    }
    await fixture.store.receiveOutput(.allDone(total: 42))
    await fixture.store.finish()
  }

  @Test func retries() async {
    let fixture = Fixture(Uploads.State(jobs: [Job(name: "a")]))
    let store = fixture.store
    await store.send(.startTapped) { $0.jobs[0].attempts = 1 }
    await store.receive(.progressed(0, percent: 0)) { $0.jobs[0].status = .running(percent: 0) }
    await fixture.upload.fail(with: Broken())
    await store.receive(.failed(0, "Broken()")) { $0.jobs[0].status = .failed(reason: "Broken()", willRetry: true) }
    await store.clock.advance(by: .seconds(2))
    await store.receive(.retry(0)) { $0.jobs[0].attempts = 2 }
    await store.receive(.progressed(0, percent: 0)) { $0.jobs[0].status = .running(percent: 0) }
    await fixture.upload.fail(with: Broken())
    await store.receive(.failed(0, "Broken()")) { $0.jobs[0].status = .failed(reason: "Broken()", willRetry: false) }
    await store.receiveEffect("report", of: "Broken()")
    await store.finish()
  }

  @Test func clears() async {
    let fixture = Fixture(Uploads.State(jobs: [Job(name: "a", status: .done, attempts: 1), Job(name: "b")], finished: 1))
    await fixture.store.send(.clearTapped) { $0.jobs = [Job(name: "b")] }
    // Nothing is left to clear.
    await fixture.store.send(.clearTapped)
    await fixture.store.send(.enqueued(["c"])) { $0.jobs.append(Job(name: "c")) }
    await fixture.store.receiveEffect("index", of: ["c"])
    await fixture.store.finish()
  }

  @Test func helps() async {
    let fixture = Fixture()
    await enqueue(fixture.store)
    await fixture.store.send(.startTapped) {
      $0.jobs[0].attempts = 1
    }
    await fixture.store.receive(.progressed(0, percent: 0)) { $0.jobs[0].status = .running(percent: 0) }
    await fixture.upload.succeed(with: 1)
    await fixture.store.receive(.succeeded(0, bytes: 1)) {
      $0.jobs[0].status = .done
      $0.finished = 1
      $0.bytes = 1
      $0.log = ["x done"]
    }
    await fixture.store.receiveOutput(.allDone(total: 1))
    await fixture.store.finish()
  }

  func enqueue(_ store: TestStore<Uploads>) async {
    await store.send(.enqueued(["x"])) { $0.jobs = [Job(name: "x")] }
    await store.receiveEffect("index", of: ["x"])
  }

  /// A store with the gate of its client.
  struct Fixture {
    let store: TestStore<Uploads>
    let upload: Gate<String, UInt64, any Error>

    init(_ state: Uploads.State = Uploads.State()) {
      store = TestStore(initialState: state) {
        Uploads()
      } withDependencies: {
        $0.uploadClient.index = { _ in }
        $0.uploadClient.report = { _ in }
      }
      upload = store.gate("upload", at: \.uploadClient.upload)
    }
  }
}

import Foundation
import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@testable import CuresApp

/// Tests of a download.
@Suite struct DownloadTests {
  @Test func downloads() async {
    let (bytes, server) = AsyncStream.makeStream(of: Int.self)
    let store = TestStore(initialState: Download.State()) {
      Download()
    } withDependencies: {
      $0.downloadClient.download = { _ in bytes }
      $0.uuid = .incrementing
      //~ without the date of a feedback
      $0.date.now = Date(timeIntervalSince1970: 100)
    }
    store.timeout = .milliseconds(100)
    await store.send(.startTapped(total: 10)) { $0.phase = .running(Download.Progress(total: 10)) }
    //~ wrong effect: await store.receiveEffect("load", of: 10)
    await store.receiveEffect("download", of: 10)
    server.yield(4)
    //~ wrong bytes in a case: await store.receive(.progressed(4)) { $0.phase = .running(Download.Progress(bytes: 5, total: 10)) }
    //~ wrong unchanged state: await store.receive(.progressed(4))
    await store.receive(.progressed(4)) { $0.phase = .running(Download.Progress(bytes: 4, total: 10)) }
    //~ wrong flag in a case: await store.send(.pauseTapped) { $0.phase = .running(Download.Progress(bytes: 4, total: 10)) }
    await store.send(.pauseTapped) { $0.phase = .running(Download.Progress(bytes: 4, total: 10, isPaused: true)) }
    //~ without the end of the bytes
    server.finish()
    await store.receive(.finished) {
      $0.phase = .done(bytes: 10)
      //~ without the history
      $0.history = [Download.Entry(id: UUID(0), date: Date(timeIntervalSince1970: 100), bytes: 10)]
    }
    //~ without the completion
    await store.receiveOutput(.completed(bytes: 10))
    await store.finish()
  }

  @Test func staysQuiet() async {
    let store = TestStore(initialState: Download.State()) {
      Download()
    } withDependencies: {
      $0.downloadClient.remember = { _ in }
    }
    await store.send(.quietToggled) { $0.isQuiet = true }
    //~ wrong payload of a Boolean effect: await store.receiveEffect("remember", of: false)
    await store.receiveEffect("remember", of: true)
    //~ extra effect that was not started: await store.receiveEffect("download", of: 10)
    await store.send(.quietToggled) { $0.isQuiet = false }
    await store.receiveEffect("remember", of: false)
    await store.finish()
  }

  @Test func asksStrictly() async {
    let store = TestStore(initialState: Download.State()) {
      Download()
    } withDependencies: {
      $0.downloadClient.download = { _ in AsyncStream { _ in } }
    }
    //~ extra strictness: store.exhaustivity = .strict
    await store.send(.startTapped(total: 1)) { $0.phase = .running(Download.Progress(total: 1)) }
    await store.send(.cancelTapped) { $0.phase = .idle }
    await store.finish()
  }
}

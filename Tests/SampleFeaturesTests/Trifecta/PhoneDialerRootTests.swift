import SampleFeatures
import StoreCore
import StoreDependencies
import StoreTesting
import Testing

@MainActor
@Suite("Phone dialer root", .timeLimit(.minutes(15)))
struct PhoneDialerRootTests {
  /// A telephone that records the dialled numbers, and that can dial anything but 111.
  final class Switchboard: Sendable {
    private let calls = AsyncStream<String>.makeStream()

    var dialled: AsyncStream<String> { calls.stream }

    var telephone: Telephone {
      Telephone(canDial: { $0 != "111" }, dial: { [calls] in calls.continuation.yield($0) })
    }
  }

  private let switchboard = Switchboard()

  private func makeRoot(phoneNumber: String) -> PhoneDialerRoot {
    withDependencies {
      $0.telephone = switchboard.telephone
      $0.usernameClient.username = { "Christian" }
    } operation: {
      PhoneDialerRoot(state: PhoneDialer.State(phoneNumber: phoneNumber))
    }
  }

  @Test func `A press before the first subscriber is performed later, once, in order`() async {
    let root = makeRoot(phoneNumber: "555-0123")
    root.actions.dialButtonPressed()
    root.actions.inputPhoneNumber("112")
    root.actions.dialButtonPressed()
    #expect(root.state.phoneNumber == "112")

    var dialled = switchboard.dialled.makeAsyncIterator()
    let performing = Task { await root.performOutputs() }
    #expect(await dialled.next() == "555-0123")
    #expect(await dialled.next() == "112")
    root.actions.dialButtonPressed()
    #expect(await dialled.next() == "112")
    performing.cancel()
    await performing.value
  }

  @Test func `A screen that reappears performs the presses made meanwhile`() async {
    let root = makeRoot(phoneNumber: "555-0123")
    var dialled = switchboard.dialled.makeAsyncIterator()
    let first = Task { await root.performOutputs() }
    root.actions.dialButtonPressed()
    #expect(await dialled.next() == "555-0123")
    first.cancel()
    await first.value

    root.actions.inputPhoneNumber("112")
    root.actions.dialButtonPressed()
    let second = Task { await root.performOutputs() }
    #expect(await dialled.next() == "112")
    second.cancel()
    await second.value
  }

  @Test func `A number that this telephone can't dial is shown to the user, and nothing is dialled`() async {
    let root = makeRoot(phoneNumber: "111")
    root.actions.dialButtonPressed()
    root.actions.inputPhoneNumber("112")
    root.actions.dialButtonPressed()
    var dialled = switchboard.dialled.makeAsyncIterator()
    let performing = Task { await root.performOutputs() }
    #expect(await dialled.next() == "112")
    #expect(root.state.problem == .refused("111"))
    performing.cancel()
    await performing.value
  }

  @Test func `A device without a telephone refuses every number`() {
    #if !canImport(UIKit)
      #expect(!Telephone.liveValue.canDial("112"))
    #endif
  }

  @Test func `A test without a telephone fails`() async {
    let failures = await recordingFailures {
      let telephone = Telephone.testValue
      #expect(!telephone.canDial("112"))
      telephone.dial("112")
    }
    #expect(failures.map(\.kind) == [.unimplementedDependency, .unimplementedDependency])
    #expect(failures.first?.headline.contains("Telephone.canDial") == true)
    #expect(failures.last?.headline.contains("Telephone.dial") == true)
  }

  @Test func `Outputs that are performed in two places are one failure, and are still performed once`() async {
    let root = makeRoot(phoneNumber: "112")
    var dialled = switchboard.dialled.makeAsyncIterator()
    let performing = Task { await root.performOutputs() }
    root.actions.dialButtonPressed()
    #expect(await dialled.next() == "112")

    let failures = await recordingFailures { await root.performOutputs() }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(failures.first?.headline.contains("PhoneDialerRoot.swift") == true)

    root.actions.inputPhoneNumber("113")
    root.actions.dialButtonPressed()
    #expect(await dialled.next() == "113")
    performing.cancel()
    await performing.value
  }
}

// The lines are generated, and can be long.
// swift-format-ignore-file

import StoreTesting

/// The suggested code to receive the letters of ``SuggestedReceipt``, in a source file so that the compiler checks it.
///
/// SuggestedReceiptTests records the bodies if `STORE_TESTING_RECORD` is set, and otherwise compares them with the suggestions.
enum SuggestedReceipts {
  static func closure(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(where: { if case .closure = $0 { true } else { false } }) { $0 = 1 }
    await store.receiveOutput(where: { if case .closure = $0 { true } else { false } })
  }

  static func closureAndNumber(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(where: { if case .closureAndNumber = $0 { true } else { false } }) { $0 = 1 }
    await store.receiveOutput(where: { if case .closureAndNumber = $0 { true } else { false } })
  }

  static func perhaps(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(where: { if case .perhaps = $0 { true } else { false } }) { $0 = 1 }
    await store.receiveOutput(where: { if case .perhaps = $0 { true } else { false } })
  }

  static func closures(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(PayloadSample.closures) { $0 = 1 }
    await store.receiveOutput(PayloadSample.closures)
  }

  static func object(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(PayloadSample.object) { $0 = 1 }
    await store.receiveOutput(PayloadSample.object)
  }

  static func named(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(PayloadSample.named) { $0 = 1 }
    await store.receiveOutput(PayloadSample.named)
  }

  static func objectAndNumber(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(PayloadSample.objectAndNumber) { $0 = 1 }
    await store.receiveOutput(PayloadSample.objectAndNumber)
  }

  static func secret(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(PayloadSample.secret) { $0 = 1 }
    await store.receiveOutput(PayloadSample.secret)
  }

  static func anything(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(PayloadSample.anything) { $0 = 1 }
    await store.receiveOutput(PayloadSample.anything)
  }

  static func number(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(.number(.nan)) { $0 = 1 }
    await store.receiveOutput(.number(.nan))
  }

  static func point(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(.point(x: 1.0, y: .nan)) { $0 = 1 }
    await store.receiveOutput(.point(x: 1.0, y: .nan))
  }

  static func long(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(PayloadSample.long) { $0 = 1 }
    await store.receiveOutput(PayloadSample.long)
  }

  static func nested(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(PayloadSample.nested) { $0 = 1 }
    await store.receiveOutput(PayloadSample.nested)
  }

  static func initialiser(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(PayloadSample.`init`) { $0 = 1 }
    await store.receiveOutput(PayloadSample.`init`)
  }

  static func reading(_ store: TestStore<Post<Reading>>) async {
    await store.receive(Reading.value) { $0 = 1 }
    await store.receiveOutput(Reading.value)
  }

  static func note(_ store: TestStore<Post<Memo>>) async {
    await store.receive(where: { _ in true }) { $0 = 1 }
    await store.receiveOutput(where: { _ in true })
  }

  static func bare(_ store: TestStore<Post<Double>>) async {
    await store.receive(where: { _ in true }) { $0 = 1 }
    await store.receiveOutput(where: { _ in true })
  }

  static func saved(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(.saved(.success(()))) { $0 = 1 }
    await store.receiveOutput(.saved(.success(())))
  }

  static func nothing(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(.nothing(())) { $0 = 1 }
    await store.receiveOutput(.nothing(()))
  }

  static func couple(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(.couple(.success((1, "a")))) { $0 = 1 }
    await store.receiveOutput(.couple(.success((1, "a"))))
  }

  static func child(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(.child(.feedback(.found(["a"])))) { $0 = 1 }
    await store.receiveOutput(.child(.feedback(.found(["a"]))))
  }

  static func readingInside(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(.reading(.value(1.0))) { $0 = 1 }
    await store.receiveOutput(.reading(.value(1.0)))
  }

  static func writable(_ store: TestStore<Post<PayloadSample>>) async {
    await store.receive(.number(1.0)) { $0 = 1 }
    await store.receiveOutput(.number(1.0))
  }
}

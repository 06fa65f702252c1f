extension Task<Void, Never> {
  /// Waits until the task ends or the test's time is up, where `value` would wait for ever.
  func end() async {
    let probe = Probe()
    Task {
      await value
      probe.note("over")
    }
    await probe.wait(for: "over")
  }
}

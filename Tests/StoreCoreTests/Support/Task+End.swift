extension Task<Void, Never> {
  /// Waits until the task ends, or until the test's time limit cancels the caller, which `value` ignores.
  func end() async {
    let probe = Probe()
    Task {
      await value
      probe.note("over")
    }
    await probe.wait(for: "over")
  }
}

import Synchronization

extension DependencyValues {
  /// Returns the stored default of a key that is valid for the values in force.
  func rememberedDefault(of id: ObjectIdentifier, context: DependencyContext) -> DefaultTable.Entry? {
    if let entry = newest(in: scope.table, of: id, for: context) { return entry }
    if let table = storage.ownDefaults.load(), let entry = newest(in: table, of: id, for: context) { return entry }
    for table in storage.inheritedDefaults {
      if let entry = newest(in: table, of: id, for: context) { return entry }
    }
    return nil
  }

  /// Returns the newest default in a table that is valid for the values in force.
  private func newest(
    in table: DefaultTable,
    of id: ObjectIdentifier,
    for context: DependencyContext
  ) -> DefaultTable.Entry? {
    for entry in table[id].reversed() where entry.context == context && isValid(entry) { return entry }
    return nil
  }

  private func isValid(_ entry: DefaultTable.Entry) -> Bool {
    if let count = entry.overrideCount, count != effectiveOverrides.count { return false }
    return entry.reads.isEmpty || entry.reads.allSatisfy { $0.override === override(of: $0.key) }
  }

  /// Computes and stores the default of a key, or waits for the thread that computes it.
  func computedDefault<Key: TestDependencyKey>(of key: Key.Type) -> DefaultTable.Entry {
    let scope = self.scope
    let context = self.context
    let id = ObjectIdentifier(key)
    let computation = DefaultComputation(
      of: DefaultKey(id: id, context: context, type: key),
      within: storage.computation,
      overrides: effectiveOverrides
    )
    return scope.compute(computation) {
      rememberedDefault(of: id, context: context)
    } otherwise: {
      var fields = DependencyStorage.Fields(scope: scope)
      fields.overrides = computation.overrides
      fields.context = context
      fields.observer = observer
      fields.computation = computation
      fields.isSilent = isUpdating
      let value = Self.$frame.withValue(DependencyStorage(fields)) { Self.makeDefault(of: key, context, computation) }
      let (flaw, reads, count) = computation.finish(keepsOverrides: fields.defaultsKeepOverrides)
      let madeFromOverrides = reads.contains { $0.override != nil }
      let table = madeFromOverrides ? storage.ownDefaults.storeIfNil(DefaultTable()) : scope.table
      return table.insert(id, context, value: value, flaw: flaw, reads: reads, overrideCount: count)
    }
  }

  private static func makeDefault<Key: TestDependencyKey>(
    of key: Key.Type,
    _ context: DependencyContext,
    _ computation: DefaultComputation
  ) -> ErasedValue {
    switch context {
    case .test: return TypedValue(Key.testValue)
    case .preview: return TypedValue(Key.previewValue)
    case .live:
      // The live value may be declared in another module, so only a runtime check finds it.
      if let liveKey = key as? any DependencyKey.Type { return makeLiveValue(of: liveKey) }
      computation.noteFlaw(.missingLiveValue)
      return TypedValue(Key.testValue)
    }
  }

  private static func makeLiveValue<Key: DependencyKey>(of _: Key.Type) -> ErasedValue {
    TypedValue(Key.liveValue)
  }

  /// Records a call of the default implementation of `testValue`: the key declares no test value.
  ///
  /// During the computation of a default, this marks the default, and each read reports it. A direct call of
  /// `testValue` is reported at once.
  static func missingTestValue<Key: DependencyKey>(of key: Key.Type) {
    if let computation = frame?.computation, computation.noteFlaw(.missingTestValue) { return }
    let values = DependencyValues.current
    guard values.context == .test else { return }
    values.reportFlaw(.missingTestValue, of: key, property: nil, site: nil)
  }
}

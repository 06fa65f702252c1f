extension DependencyValues {
  /// Reports a read of a default with a flaw.
  ///
  /// - Parameters:
  ///   - flaw: The flaw of the default.
  ///   - key: The key that was read.
  ///   - property: The property of ``DependencyValues`` that read it, if any.
  ///   - site: The line of the read, for reads without a `@Dependency`.
  func reportFlaw<Key: TestDependencyKey>(
    _ flaw: RuntimeIssue.Kind,
    of key: Key.Type,
    property: StaticString?,
    site: ReadingSite?
  ) {
    let subject = Self.subject(of: key, property: property)
    let kind = flaw == .missingLiveValue ? "live" : "test"
    let circumstance = flaw == .missingLiveValue ? "outside tests" : "in a test"
    let member = flaw == .missingLiveValue ? "'liveValue', in a conformance to DependencyKey," : "'testValue'"
    let override =
      subject.hasPrefix("\\.") ? "$0\(subject.dropFirst()) = ..." : "$0[\(subject).self] = ..."
    let issue = RuntimeIssue(
      kind: flaw,
      subject: subject,
      headline: "\(subject) was read \(circumstance), but it has no \(kind) value and no override",
      details: "Override it with 'withDependencies { \(override) }'"
        + (isBuiltIn(key) ? "." : ", or give \(key) a \(member) to use by default."),
      site: declaration?.site ?? site.map(CallSite.init) ?? CallSite()
    )
    issue.report(to: observer)
  }

  /// Returns the name of a dependency for a failure: the property that reads the key, otherwise the key.
  private static func subject<Key: TestDependencyKey>(of key: Key.Type, property: StaticString?) -> String {
    // The name of a function isn't a property name: the function read the key by its type.
    guard let name = property?.description, !name.isEmpty, !name.contains("("), !name.contains(" ") else {
      return "\(key)"
    }
    return "\\.\(name)"
  }
}

/// Whether the key is declared in this module, so that users can't give it a test value.
private func isBuiltIn(_ key: Any.Type) -> Bool { String(reflecting: key).hasPrefix("StoreDependencies.") }

extension CallSite {
  fileprivate init(_ site: DependencyValues.ReadingSite) {
    self.init(
      fileID: site.fileID.description,
      filePath: site.filePath.description,
      line: site.line,
      column: site.column
    )
  }
}

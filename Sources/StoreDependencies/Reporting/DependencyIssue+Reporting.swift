extension DependencyIssue {
  /// Reports the issue to whoever observes, else to the test library, else in a line to standard error.
  ///
  /// - Parameters:
  ///   - observer: Who observes the dependencies that were misused.
  ///   - bridge: The way to the test library.
  package func report(
    to observer: (any DependencyObserver)?,
    through bridge: (any DependencyIssueBridging.Type)? = Self.bridge
  ) {
    if let observer {
      observer.dependencyFailed(self)
    } else if let bridge {
      bridge.report(self)
    } else {
      StandardError.write("\(site.filePath):\(site.line): warning: \(headline)")
    }
  }
}

extension DependencyValues {
  /// Reports that a default is not one to rely on.
  ///
  /// - Parameters:
  ///   - flaw: What is wrong with it.
  ///   - key: The key that was read.
  ///   - property: The property of ``DependencyValues`` that read it, if one did.
  ///   - site: Where it was read, for reads without a `@Dependency`.
  func reportFlaw<Key: TestDependencyKey>(
    _ flaw: DependencyIssue.Kind,
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
    let issue = DependencyIssue(
      kind: flaw,
      subject: subject,
      headline: "\(subject) was read \(circumstance), but it has no \(kind) value and nothing overrides it",
      details: "Override it with 'withDependencies { \(override) }'"
        + (isOurs(key) ? "." : ", or give \(key) a \(member) to use by default."),
      site: declaration?.site ?? site.map(CallSite.init) ?? CallSite()
    )
    issue.report(to: observer)
  }

  /// What a person would call the dependency: the property that reads the key, else the key.
  private static func subject<Key: TestDependencyKey>(of key: Key.Type, property: StaticString?) -> String {
    // A function's name is no property: the key was read by its type there.
    guard let name = property?.description, !name.isEmpty, !name.contains("("), !name.contains(" ") else {
      return "\(key)"
    }
    return "\\.\(name)"
  }
}

/// Whether a key is one of this package, which nobody else can give a value.
private func isOurs(_ key: Any.Type) -> Bool { String(reflecting: key).hasPrefix("StoreDependencies.") }

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

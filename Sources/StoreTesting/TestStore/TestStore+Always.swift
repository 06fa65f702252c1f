public import StoreCore
package import StoreDependencies

extension TestStore {
  /// Asserts from here on that something holds in every state, whatever happens.
  ///
  /// The state as it is now is looked at, too. An invariant that was broken once is not looked at again.
  ///
  /// - Parameters:
  ///   - name: What holds, as a sentence.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - holds: Whether it does.
  public func always(
    _ name: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ holds: @escaping (Feature.State) -> Bool
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let invariant = Invariant<Feature>(name: name, site: site) { _, _, new in holds(new) }
    guard holds(session.engine.state) else { return session.reportBroken(invariant, after: nil, nil) }
    session.invariants.append(invariant)
  }

  /// Asserts from here on that something holds of every reduction.
  ///
  /// An invariant that was broken once is not looked at again.
  ///
  /// - Parameters:
  ///   - name: What holds, as a sentence.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - holds: Whether it does, of the state before, the message, and the state after it.
  public func always(
    _ name: String,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ holds: @escaping (Feature.State, Message<Feature.Input, Feature.Feedback>, Feature.State) -> Bool
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    session.invariants.append(Invariant(name: name, site: site, holds: holds))
  }
}

/// Something that holds of every reduction, as a test says.
package struct Invariant<Feature: Reducer> {
  /// What holds, as a sentence.
  package let name: String

  package let site: CallSite

  /// Whether it does, of the state before, the message, and the state after it.
  let holds: (Feature.State, Message<Feature.Input, Feature.Feedback>, Feature.State) -> Bool

  /// What it remembers of what has happened, as text, if it does.
  package var memory: (() -> String)?

  package init(
    name: String,
    site: CallSite,
    holds: @escaping (Feature.State, Message<Feature.Input, Feature.Feedback>, Feature.State) -> Bool,
    memory: (() -> String)? = nil
  ) {
    self.name = name
    self.site = site
    self.holds = holds
    self.memory = memory
  }
}

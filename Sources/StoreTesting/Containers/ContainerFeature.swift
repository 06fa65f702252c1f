public import StoreCore
package import StoreDependencies

/// A container without a reducer, as a feature for test stores: calls are inputs, and changes of the state are
/// feedback.
///
/// `TestStore(container:)` uses it. It has no logic: the container's methods do the work.
public struct ContainerFeature<Container, State: Equatable & Sendable, Output: Sendable>: Reducer
where Container: StateStore<State, Output> {
  let container: Container

  /// Calls a method, or applies a change.
  public func reduce(
    message: Message<ContainerCall<Container>, ContainerChange<State>>,
    into state: inout State
  ) -> Effect<ContainerChange<State>, Output> {
    switch message {
    case .input(let call):
      let site = call.site
      return .run(
        call.name,
        operation: { [container] _ in try await call.method(container) },
        fileID: site.fileID,
        filePath: site.filePath,
        line: site.line,
        column: site.column
      )
    case .feedback(let change):
      state = change.state
      return .none
    }
  }
}

/// A call of a container's method.
public struct ContainerCall<Container: AnyObject & Sendable>: Sendable {
  package let name: String
  package let site: CallSite
  package let method: @Sendable (Container) async throws -> Void

  package init(
    name: String,
    site: CallSite,
    method: @escaping @Sendable (Container) async throws -> Void
  ) {
    self.name = name
    self.site = site
    self.method = method
  }
}

/// A change of a container's state.
public struct ContainerChange<State: Equatable & Sendable>: Equatable, Sendable {
  let old: State
  let state: State
}

/// An input with a name for failures, as its closure can't be printed.
package protocol NamedCall {
  var name: String { get }

  /// The name without arguments, and without what is assigned to a property.
  var methodName: String { get }

  /// The call as the test's source writes it; nil if that is unknown or has several lines.
  var source: String? { get }
}

extension ContainerCall: NamedCall {
  package var methodName: String {
    let end = [" = ", "("].compactMap { name.firstRange(of: $0)?.lowerBound }.min()
    return String(name[..<(end ?? name.endIndex)])
  }

  package var source: String? {
    guard let closure = CallNames.source(of: "call", at: site) else { return nil }
    let isNamed = name != CallNames.name(of: "call", at: site)
    return "call\(isNamed ? "(\(quoted(name)))" : "") \(closure)"
  }

  /// Creates a call with the name that the test gives it, or else as the test's source writes it.
  package init(named name: String?, site: CallSite, method: @escaping @Sendable (Container) async throws -> Void) {
    self.init(name: name ?? CallNames.name(of: "call", at: site) ?? "call at \(site)", site: site, method: method)
  }
}

extension ContainerCall: AtomicValue {
  package var atomText: String { name }
}

extension ContainerChange: AtomicValue {
  package var atomText: String { "the change to \(describe(state))" }
}

extension ContainerFeature: FeedbackWording {
  package static var title: String { shortName(of: objectType) }

  package static var noun: String { "change of the state" }

  /// Returns the text of a change, with the state after it.
  package static func summary(of feedback: ContainerChange<State>) -> String {
    "change of the state to \(describe(feedback.state))"
  }

  /// Returns the step of a test that receives a change.
  package static func fix(for feedback: ContainerChange<State>, _ closure: String) -> String {
    "await store.receiveChange" + closure
  }
}

/// A container that stands for a model.
protocol ModelStandIn {
  associatedtype Model
}

extension ModelStandIn {
  fileprivate static var model: Any.Type { Model.self }
}

/// A feature whose logic is that of an object.
package protocol ObjectFeature {
  /// The class of the object: the container, or the model for which it stands.
  static var objectType: Any.Type { get }
}

extension ContainerFeature: ObjectFeature {
  package static var objectType: Any.Type { classInTexts(Container.self) }
}

/// Returns the class that texts name for a container: its own, or that of the model for which it stands.
func classInTexts<Container>(_: Container.Type) -> Any.Type {
  (Container.self as? any ModelStandIn.Type)?.model ?? Container.self
}

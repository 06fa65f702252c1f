import StoreDependencies
import StoreTesting
import Testing

@Suite struct WithDependenciesModelTests {
  /// A model with a dependency.
  private class Model {
    @Dependency(\.number) var number
  }

  /// A model that inherits its dependency.
  private final class InheritingModel: Model {}

  /// A model without a dependency.
  private final class Stranger {}

  /// A model that was made under an override.
  private var model: Model {
    withDependencies {
      $0.number = 10
    } operation: {
      Model()
    }
  }

  /// The number of a model that is made under the dependencies of another one.
  private func number(from model: some Any) -> Int {
    withDependencies(from: model) { Model() }.number
  }

  @Test func `a model has the dependencies of another one, and so have the tasks of the operation`() async {
    #expect(number(from: model) == 10)
    let later = await withDependencies(from: model) { await Task { Model().number }.value }
    #expect(later == 10)
    let heir = withDependencies {
      $0.number = 11
    } operation: {
      InheritingModel()
    }
    #expect(number(from: heir) == 11)
  }

  @Test func `the dependencies of another model can be changed further`() {
    let other = withDependencies(from: model) {
      $0.number += 1
    } operation: {
      Model()
    }
    #expect(other.number == 11)
    #expect(model.number == 10)
  }

  @Test func `overrides at the second model take precedence`() {
    let model = model
    withDependencies {
      $0.number = 20
    } operation: {
      #expect(number(from: model) == 20)
      #expect(withDependencies(from: model) { DependencyValues.current.number } == 20)
    }
    let tally = Tally()
    withDependencies {
      $0.tally = tally
    } operation: {
      #expect(number(from: model) == 10)
      #expect(withDependencies(from: model) { DependencyValues.current.tally } === tally)
    }
  }

  @Test func `a model without a dependency is reported`() async {
    let failures = await recordingFailures {
      #expect(number(from: Stranger()) == 3)
    }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(failures.first?.headline == "Stranger has no '@Dependency' property, so it has kept no dependencies.")
  }
}

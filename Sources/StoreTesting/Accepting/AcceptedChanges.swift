import StoreDependencies
import StoreEditing
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The changes of test sources that one run accepts.
///
/// A test changes the source only where its own calls are, so no other test can see it.
final class AcceptedChanges: Sendable {
  /// The changes of the current code, in tests of this package and of a trait.
  @TaskLocal static var scoped: AcceptedChanges?

  /// The changes of the whole process, written or printed when it ends.
  static let ofProcess: AcceptedChanges = {
    AcceptanceReport.printAtExit()
    return AcceptedChanges(AcceptanceMode.requested == .patch ? .patch : .write, sink: nil)
  }()

  /// The changes that a new store in the default order contributes to; nil if it must not, as in a run with a mutant.
  static var current: AcceptedChanges? {
    guard Hooks.mutator == nil else { return nil }
    return scoped ?? (isOn ? ofProcess : nil)
  }

  /// Whether new stores contribute to any.
  static var isOn: Bool { scoped != nil || AcceptanceMode.requested == .write || AcceptanceMode.requested == .patch }

  let mode: AcceptanceMode

  /// The sink of failures around the code whose source may be changed. A failure that goes to another one is expected.
  private let sink: FailureSink?

  /// Whether sources are used only as they were compiled.
  private let checksAge: Bool

  private struct State {
    /// The sources, or the reasons why they can't be used.
    var files: [String: Result<EditedFile, AcceptanceRefusal>] = [:]

    /// The calls that were looked up.
    var calls: [CallKey: Result<Call, AcceptanceRefusal>] = [:]

    /// The executions of each line.
    var visits: [SourcePlace: [AcceptedVisit]] = [:]

    /// The number of stores that have ended.
    var storeCount = 0
  }

  private let state = Mutex(State())

  /// Creates the changes of a run.
  ///
  /// - Parameters:
  ///   - mode: What becomes of them.
  ///   - sink: The sink of failures around the code whose source may be changed.
  ///   - checksAge: Whether a source that is newer than the program is refused.
  init(_ mode: AcceptanceMode, sink: FailureSink?, checksAge: Bool = true) {
    self.mode = mode
    self.sink = sink
    self.checksAge = checksAge
  }

  /// Whether a failure of the current code may be accepted. One that the test records or suppresses is expected.
  var isOpen: Bool { FailureSink.current === sink }

  // MARK: - Sources

  /// Returns the source of a file as it was compiled.
  func file(at path: String) throws(AcceptanceRefusal) -> SourceFile {
    if let known = state.withLock({ $0.files[path] }) { return try known.get().original }
    let read: Result<EditedFile, AcceptanceRefusal>
    do throws(EditError) {
      read = .success(try EditedFile(reading: path, builtInto: checksAge ? TestProgram.path : nil))
    } catch {
      read = .failure(AcceptanceRefusal("\(error)"))
    }
    let result = state.withLock { state in
      let result = state.files[path] ?? read
      state.files[path] = result
      return result
    }
    return try result.get().original
  }

  /// The use of a call in the source.
  enum CallUse {
    /// The call itself is changed.
    case change

    /// Only lines are inserted before or after its statement.
    case place
  }

  /// A lookup of a call.
  private struct CallKey: Hashable {
    let place: SourcePlace
    let name: String?
    let use: CallUse
  }

  /// Returns the call of a step in its source, if it is written there as it was compiled.
  func call(of step: AcceptedStep, as use: CallUse = .change) throws(AcceptanceRefusal) -> (SourceFile, Call) {
    let file = try file(at: step.site.filePath)
    let key = CallKey(place: SourcePlace(step.site), name: step.name, use: use)
    if let known = state.withLock({ $0.calls[key] }) { return (file, try known.get()) }
    let result: Result<Call, AcceptanceRefusal>
    do throws(AcceptanceRefusal) {
      result = .success(try findCall(of: step, as: use, in: file))
    } catch {
      result = .failure(error)
    }
    state.withLock { $0.calls[key] = result }
    return (file, try result.get())
  }

  private func findCall(
    of step: AcceptedStep,
    as use: CallUse,
    in file: SourceFile
  ) throws(AcceptanceRefusal) -> Call {
    guard let call = file.call(method: step.name, line: step.site.line, column: step.site.column) else {
      throw AcceptanceRefusal("The source at \(step.site) is not the call that was compiled.")
    }
    guard step.isOfStore(call, in: file) else {
      throw AcceptanceRefusal("The call is one of a helper function that passes its own place on.")
    }
    if call.macro != nil, use == .place { throw AcceptanceRefusal("The call is in a macro.") }
    if use == .place, file.isResult(call) {
      throw AcceptanceRefusal("The call is what a function returns, so no line can follow it.")
    }
    return call
  }

  /// Whether the sources of some steps are written.
  func writes(to steps: [AcceptedStep]) -> Bool {
    mode == .write && Set(steps.map(\.site.filePath)).allSatisfy { FileManager.default.isWritableFile(atPath: $0) }
  }

  // MARK: - Steps

  /// Adds the executed steps of a store.
  func add(_ steps: [AcceptedStep]) {
    state.withLock { state in
      state.storeCount += 1
      let visits = AcceptedVisit.visits(of: steps, inStore: state.storeCount)
      for visit in visits { state.visits[SourcePlace(visit.step.site), default: []].append(visit) }
    }
  }

  /// Returns the number of failures that stand in a test.
  func failureCount(in run: TestRun) -> Int { sink?.standing.count ?? run.failureCount }

  /// The edits of each file, and what is left as it is.
  func result() -> AcceptedResult { result(of: state.withLock(\.visits)) }

  /// Returns the edits that the steps of one store ask for, as a patch; empty without any.
  func patch(of steps: [AcceptedStep]) -> String {
    AcceptanceReport.apply(
      result(of: Dictionary(grouping: AcceptedVisit.visits(of: steps, inStore: 0)) { SourcePlace($0.step.site) }),
      as: .patch
    )
  }

  private func result(of visits: [SourcePlace: [AcceptedVisit]]) -> AcceptedResult {
    let files = state.withLock(\.files)
    var result = AcceptedResult()
    result.failures = sink?.standing.count ?? TestRun.totalFailureCount
    var steps: [(SourcePlace, AcceptedStep, stores: Set<Int>)] = []
    // The stores that need a change which isn't made.
    var incomplete: Set<Int> = []
    for (place, visits) in visits.sorted(by: { $0.key < $1.key }) {
      let stores = Set(visits.map(\.store))
      do throws(AcceptanceRefusal) {
        let step = try AcceptedVisit.agreement(of: visits)
        if let refusal = step.refusal { throw refusal }
        steps.append((place, step, stores))
      } catch {
        result.refusals.append((place, error.reason))
        incomplete.formUnion(stores)
      }
    }
    for (place, step, stores) in steps {
      guard !step.isRemoved || incomplete.isDisjoint(with: stores) else {
        result.refusals.append((place, "Another line of the test is left as it is, and its event may belong there."))
        continue
      }
      guard !step.hasNoEdit, case .success(let file)? = files[place.path], let (source, call) = try? call(of: step)
      else { continue }
      result.add(step.edits(of: call, in: source), at: place, file)
    }
    return result
  }
}

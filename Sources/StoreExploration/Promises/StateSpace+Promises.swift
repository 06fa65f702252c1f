import StoreCore
import StoreTesting

extension StateSpace {
  /// The greatest number of suspects.
  static var suspectLimit: Int { 5 }

  /// Finds what holds in the space, and what nearly holds.
  ///
  /// No promise has to be invented. Each kind of promise is tried on all situations and steps: a mode that ends by
  /// itself, an effect that runs in a mode only, an input that does something whenever it should, a result that an
  /// older effect doesn't undo, work that inputs respect, lists that correspond. What holds in most of the space, and
  /// not in all of it, is a suspect: it has the shortest path to the exception. Several promises that one step breaks
  /// are one suspect.
  ///
  /// The idea is Daikon's (Ernst and others, 2001): likely invariants, found in what a program did. The exceptions to
  /// them as bugs are from Engler's "Bugs as Deviant Behavior" (2001).
  ///
  /// - Parameters:
  ///   - kinds: Kinds of promises of the project's own.
  ///   - fileID: The caller's module and file.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: The promises. If the space can't be explored, the test fails at the caller's line, and they are empty.
  public func promises(
    _ kinds: PromiseKind<Feature>...,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Promises {
    promises(kinds, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Finds what holds, and what nearly holds.
  ///
  /// - Parameters:
  ///   - kinds: Kinds of promises of the project's own.
  ///   - suspectLimit: The greatest number of suspects.
  ///   - site: The line of a failure.
  func promises(
    _ kinds: [PromiseKind<Feature>] = [],
    suspectLimit: Int = suspectLimit,
    at site: CallSite
  ) -> Promises {
    do {
      return Self.promises(in: try content.explored(at: site), kinds, limit: suspectLimit)
    } catch {
      error.failure.report(to: nil)
      return Promises(holding: [], suspects: [], unjudged: ["the space"], report: SpaceReport())
    }
  }

  /// Finds the promises of an explored space.
  ///
  /// - Parameters:
  ///   - space: The space.
  ///   - kinds: Kinds of promises of the project's own.
  ///   - limit: The greatest number of suspects.
  private static func promises(
    in space: some ExploredSpace<Feature>,
    _ kinds: [PromiseKind<Feature>],
    limit: Int
  ) -> Promises {
    let source = ExploredPromises(space)
    let own = PromiseKind.judge(kinds, in: space, source.facts)
    let search = PromiseSearch(source, adding: own.candidates, limit: limit)
    return Promises(
      holding: search.holding,
      suspects: search.suspects,
      unjudged: own.unjudged + source.facts.unjudged,
      report: space.report
    )
  }
}

public import StoreCore
import StoreDependencies
public import StoreTesting

/// Writes the suite of a feature: the fewest tests that assert everything which it was seen to do.
///
/// ```swift
/// @Test func writeSuite() async throws {
///   try await generateSuite(named: "SearchSuite") {
///     let store = TestStore(initialState: Search.State()) { Search() }
///     _ = store.gate("search", at: \.searchClient.search) { _ in [.success([]), .failure(Offline())] }
///     return store
///   } commands: {
///     Command.send(.queryChanged("a"))
///     Command.send(.queryChanged(""))
///   }
/// }
/// ```
///
/// It sends inputs, lets time pass, and answers calls at gates with `answers:`, on real test stores. It goes on from each
/// state that it has not seen, the shortest way first, until it finds nothing new for a while. The tests show each
/// transition, each end of an effect, and each field that decides how the feature reacts, and notice each mutant that a
/// way was found to notice. Each asserts every event, the arguments of calls and the effects that run on, at the level
/// `.strict`, at exact times.
///
/// The file `<name>.swift` stands beside that of the call. It is written if the test runs with `STORE_TESTING_RECORD=1`,
/// unless `CI` is set. The test fails if the file doesn't say what the feature does now, also when it writes it. So it
/// notices every change of behaviour. It pins what the feature does, not what it should do: read it before you keep it.
///
/// Equal features give equal files, with any `STORE_TESTING_EFFORT`. A feature whose dependencies are
/// random or read the time can't be pinned: override them in the closure.
///
/// The idea is that of characterisation tests, and of test generators such as EvoSuite and Randoop.
///
/// - Parameters:
///   - name: The name of the suite, and of its file.
///   - runs: The greatest number of ways to try.
///   - steps: The greatest number of steps of a test.
///   - isolation: The actor of the test. Omit it.
///   - fileID: The file of the call.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
///   - makeStore: Creates a store with its gates. The suite contains its source, so it uses nothing around it but what all
///     files of the target see.
///   - commands: The inputs to try, each with its condition. Time passes, and calls are answered, without a command.
/// - Returns: The suite, with what it reaches and what it doesn't.
/// - Throws: The error of `makeStore`.
@discardableResult
public func generateSuite<Feature: Reducer>(
  named name: String,
  runs: Int = 2_000,
  steps: Int = 20,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  store makeStore: @escaping () throws -> TestStore<Feature>,
  @CommandBuilder<Feature> commands: () -> [Command<Feature>]
) async throws -> GeneratedSuite where Feature.State: Equatable {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  var request = SuiteRequest(runs: runs, steps: steps, site: site, makeStore: makeStore, commands: commands())
  request.hasOwnFile = true
  guard let ways = try await request.ways(for: "The suite \(name)") else {
    return GeneratedSuite(withoutTestsOf: Feature.self, named: name)
  }
  let suite = try await SuiteWriter(ways: ways).suite(named: name, isolation: isolation)
  guard !suite.source.isEmpty else {
    reportMisuse(
      "The source at \(site.shortText) can't be read, so the suite has no store.",
      details: "Run the test where it was built, and don't change the file in between.",
      at: site
    )
    return suite
  }
  if let complaint = SuiteFile(named: name, besides: site).verify(suite.source) {
    TestFailure(.unexpectedTranscript, complaint.headline, details: complaint.details, at: site).report(to: nil)
  }
  return suite
}

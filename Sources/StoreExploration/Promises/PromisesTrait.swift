import Foundation
public import StoreCore
import StoreTesting
public import Testing

/// A trait that keeps what holds in a feature in a file beside its suite.
public struct PromisesTrait: SuiteTrait, TestTrait, TestScoping {
  private let check: @Sendable (_ name: String, _ site: CallSite) async throws -> Void

  init(_ check: @escaping @Sendable (_ name: String, _ site: CallSite) async throws -> Void) {
    self.check = check
  }

  /// Runs the tests, and then compares the promises with the file.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await function()
    guard !AcceptanceMode.isOn else { return }
    try await check(test.name, CallSite(test.sourceLocation))
  }
}

extension Trait where Self == PromisesTrait {
  /// Fails if something that held in a feature no longer holds: a change that no test may have asserted.
  ///
  /// The promises that hold in the whole space are kept in `__Promises__/<suite>.<feature>.txt` beside the suite. The file is written
  /// if the suite runs with `STORE_TESTING_RECORD=1`, unless `CI` is set, and the suite fails once. Delete a line that isn't meant as a promise. Let
  /// the test target exclude the folder.
  ///
  /// ```swift
  /// @Suite(.promises(of: Search.self) { try await StateSpace(inputs: [.queryChanged("a")]) { ... } })
  /// struct SearchTests { ... }
  /// ```
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - space: Explores the feature.
  public static func promises<Feature: Reducer & SendableMetatype>(
    of feature: Feature.Type,
    space: @escaping @Sendable () async throws -> StateSpace<Feature>
  ) -> Self where Feature.State: Equatable {
    PromisesTrait { name, site in
      let feature = sourceName(of: feature)
      let promises = try await space().promises(suspectLimit: .max, at: site)
      KeptPromises(named: "\(name).\(feature)", at: site).verify(promises, of: feature)
    }
  }
}

/// The promises in a file, one a line.
struct KeptPromises {
  private let folder: URL

  /// The name of the file.
  private let name: String

  private let site: CallSite

  init(named name: String, at site: CallSite) {
    folder = URL(fileURLWithPath: site.filePath).deletingLastPathComponent().appendingPathComponent("__Promises__")
    self.name = "\(name).txt"
    self.site = site
  }

  /// Writes the promises if that is asked for, and otherwise reports those that no longer hold.
  func verify(_ promises: Promises, of feature: String) {
    let now = promises.holding.map(\.text)
    let file = folder.appendingPathComponent(name)
    let golden = GoldenFile("The file of the promises of \(feature)", at: file)
    switch golden.verify(now.map { $0 + "\n" }.joined(), .current) {
    case .equal where !now.isEmpty: return
    case .equal, .different: break
    case .reported(let complaint): return fail(complaint.headline, complaint.details)
    case .missing:
      return fail(
        "The promises of \(feature) are not kept yet.",
        paragraphs(
          "Run the suite with STORE_TESTING_RECORD=1 in its environment to write \(name), and read it.",
          others(of: feature).map {
            "If the suite had another name, rename its file instead. These have promises of a \(feature):\n\n"
              + list($0)
          }
        )
      )
    }
    let kept: [String]
    do {
      kept = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    } catch {
      return fail("The promises of \(feature) can't be read: \(describe(error: error))", code([file.path]))
    }
    guard !kept.isEmpty else {
      return fail(
        "The file of the promises of \(feature) has none.",
        "Write \(name) anew with STORE_TESTING_RECORD=1, or leave the trait out."
      )
    }
    let broken = kept.filter { !now.contains($0) }
    guard !broken.isEmpty else { return }
    fail(
      "\(feature) no longer keeps \(count(broken.count, "promise")).",
      paragraphs(
        list(broken),
        broken.compactMap { text in promises.suspects.first { $0.text == text || $0.others.contains(text) } }.first
          .map { "An exception: \($0.complaint):\n\n" + code($0.trace) },
        "If the feature is right, delete the line in \(name), or write the file anew with STORE_TESTING_RECORD=1."
      )
    )
  }

  /// Returns the other files with promises of a feature; nil if there are none.
  private func others(of feature: String) -> [String]? {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    let others = files?.filter { $0.hasSuffix(".\(feature).txt") }.sorted() ?? []
    return others.isEmpty ? nil : others
  }

  private func fail(_ headline: String, _ details: String) {
    TestFailure(.unexpectedTranscript, headline, details: details, at: site).report(to: nil)
  }
}

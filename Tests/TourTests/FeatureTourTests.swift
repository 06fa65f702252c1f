import StoreExploration
import StoreTesting
import Testing

@testable import tour

/// The features that the tour shows.
@Suite struct FeatureTourTests {
  @Test(arguments: Tour.features.map(\.name))
  func `each feature's test passes on the data in Fixtures`(name: String) async throws {
    let feature = try #require(Tour.features.first { $0.name == name })
    let timeline = TimelineRecorder()
    let failures = await recordingFailures { await timeline.record(feature.run) }
    #expect(failures.map(\.description) == [])
    #expect(timeline.steps > 0)
  }

  @Test func `the search's timeline has the time and the cause of each event`() async throws {
    let feature = try #require(Tour.features.first { $0.name == "Search" })
    let timeline = TimelineRecorder()
    await timeline.record(feature.run)
    let events = timeline.events.prefix(7).map { "\($0.instant) \($0.kind) \($0.subject)" }
    #expect(
      events == [
        #"0 s input .queryChanged("lis")"#,
        "0 s started debounce",
        #"200 ms input .queryChanged("lisbon")"#,
        "200 ms cancelled debounce",
        "200 ms started debounce",
        "500 ms finished debounce",
        #"500 ms started search("lisbon")"#,
      ]
    )
    #expect(timeline.elapsed == .milliseconds(500))
  }

  @Test func `the trifecta's timeline has an input for each of the view's actions, and outputs for commands`()
    async throws
  {
    let feature = try #require(Tour.features.first { $0.name == "Trifecta" })
    let timeline = TimelineRecorder()
    await timeline.record(feature.run)
    #expect(
      timeline.events.map { "\($0.kind) \($0.subject)" } == [
        "input .loadUsername",
        "started loadUsername",
        #"feedback .usernameLoaded(.success("Christian"))"#,
        "finished loadUsername",
        #"input .inputPhoneNumber("555-0123")"#,
        "input .dialButtonPressed",
        #"output .dial("555-0123")"#,
      ]
    )
  }
}

import StoreTesting
import Testing

@Suite struct DurationTextTests {
  @Test(arguments: [
    (Duration.zero, "0 s"),
    (Duration(secondsComponent: 0, attosecondsComponent: 1), "1 as"),
    (.nanoseconds(999), "999 ns"),
    (.nanoseconds(1_000), "1 µs"),
    (.nanoseconds(1_050), "1.05 µs"),
    (.milliseconds(1), "1 ms"),
    (.milliseconds(-300), "-300 ms"),
    (.milliseconds(1_500), "1.5 s"),
    (.seconds(1), "1 s"),
    (.seconds(60), "1 min"),
    (.milliseconds(150_500), "2 min 30.5 s"),
    (.seconds(-3_600), "-1 h"),
    (.seconds(7_261), "2 h 1 min 1 s"),
  ])
  func `a duration is written in the largest unit that it fills`(duration: Duration, text: String) {
    #expect(duration.text == text)
  }
}

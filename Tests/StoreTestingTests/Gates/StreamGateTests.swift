import StoreCore
import StoreDependencies
import StoreTesting
import TestSupport
import Testing

@Suite struct StreamGateTests {
  private func makeStore() -> TestStore<ChatFeature> {
    TestStore(initialState: ChatFeature.State()) { ChatFeature() }
  }

  @Test func `an element is handled when the yield returns`() async {
    let store = makeStore()
    store.exhaustivity = .strict
    let messages = store.gate("messages", at: \.socket.messages)
    await store.send(.join("lobby"))
    await store.receiveEffect("listen", of: "lobby")
    messages.receiveListener("lobby")
    #expect(messages.listeners.map(\.arguments) == ["lobby"])
    #expect(messages.listeners.first?.description == #"messages("lobby")"#)
    #expect(messages.listeners.first?.effect?.name == "listen")
    #expect(messages.listeners.first?.instant == TestClock.Instant())
    await messages.yield("hello")
    #expect(store.inFlightEffects.map(\.feedbackCount) == [1])
    await store.receive(.said("hello", in: "lobby")) { $0.lines = ["lobby: hello"] }
    await messages.finish()
    await store.receive(.ended("lobby")) { $0.closed = ["lobby"] }
    #expect(messages.listeners.isEmpty)
    #expect(messages.opened.map(\.end) == [.finished])
    await store.finish()
  }

  @Test func `a stream can end with an error`() async {
    let store = makeStore()
    let messages = store.gate("messages", at: \.socket.messages)
    await store.send(.join("a"))
    await messages.fail(with: SocketError.lost)
    await store.receive(.ended("a: lost")) { $0.closed = ["a: lost"] }
    #expect(messages.opened.map(\.end) == [.failed])
    await store.finish()
  }

  @Test func `endpoints can be asynchronous, throw, and return any sequence`() async {
    let store = makeStore()
    let presence = store.gate("presence", at: \.socket.presence)
    let pings = store.gate("pings", at: \.socket.pings)
    let typing = store.gate("typing", at: \.socket.typing)
    let news = store.gate("news", at: \.socket.news)
    await store.send(.watch)
    await pings.yield()
    await store.receive(.said("ping", in: "pings")) { $0.lines = ["pings: ping"] }
    await presence.yield(3)
    await store.receive(.said("3", in: "presence")) { $0.lines.append("presence: 3") }
    await store.send(.ask("a"))
    #expect(typing.listeners.first?.description == #"typing("a", 2)"#)
    await typing.yield(true)
    await store.receive(.said("true", in: "a")) { $0.lines.append("a: true") }
    await store.send(.read)
    await news.yield("rain")
    await store.receive(.said("rain", in: "news")) { $0.lines.append("news: rain") }
    await news.fail(with: .lost)
    await store.receive(.ended("lost")) { $0.closed = ["lost"] }
    await store.cancelInFlightEffects()
    #expect(presence.opened.map(\.end) == [.cancelled])
    #expect(typing.opened.map(\.end) == [.cancelled])
    await store.finish()
  }

  @Test func `several listeners are answered in any order, and all at once`() async {
    let store = makeStore()
    let messages = store.gate("messages", at: \.socket.messages)
    await store.send(.join("a"))
    await store.send(.join("b"))
    await messages.yield("1", skipping: 1)
    await store.receive(.said("1", in: "b")) { $0.lines = ["b: 1"] }
    await messages.listeners[0].yield("2")
    await store.receive(.said("2", in: "a")) { $0.lines.append("a: 2") }
    await messages.yieldToAll("3")
    await store.receive(.said("3", in: "a")) { $0.lines.append("a: 3") }
    await store.receive(.said("3", in: "b")) { $0.lines.append("b: 3") }
    await messages.listeners[1].finish()
    await store.receive(.ended("b")) { $0.closed = ["b"] }
    await messages.listeners[0].fail(with: SocketError.lost)
    await store.receive(.ended("a: lost")) { $0.closed = ["b", "a: lost"] }
    await store.finish()
  }

  @Test func `a cancelled listener gets nothing more`() async {
    let reports = await recordingReports {
      let store = makeStore()
      let messages = store.gate("messages", at: \.socket.messages)
      await store.send(.join("a"))
      let listener = messages.listeners[0]
      await store.send(.leave("a"))
      #expect(listener.end == .cancelled)
      #expect(messages.listeners.isEmpty)
      await messages.yield("late")  // Fails: missingCall
      await listener.finish()  // Warns: missingCall
      await store.finish()
    }
    #expect(reports.failing.locations == markedFailures())
    #expect(reports.warnings.locations == markedWarnings())
    #expect(reports.first?.headline == "Nothing listens to 'messages'.")
    #expect(reports.first?.details.contains(#"• messages("a") was cancelled"#) ?? false)
    #expect(reports.last?.headline == "Stream 1 of 'messages' was cancelled.")
  }

  @Test func `a busy listener receives its elements in order, when it listens again`() async {
    let store = makeStore()
    let messages = store.gate("messages", at: \.socket.messages)
    await store.send(.readSlowly("a"))
    await messages.yield("1")
    await messages.yield("2")
    await messages.finish()
    await store.clock.advance(by: .seconds(1))
    await store.receive(.said("1", in: "a")) { $0.lines = ["a: 1"] }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.said("2", in: "a")) { $0.lines = ["a: 1", "a: 2"] }
    await store.finish()
  }

  @Test func `a stream is open before its effect reads it`() async {
    let store = makeStore()
    let messages = store.gate("messages", at: \.socket.messages)
    await store.send(.joinLater("a"))
    await store.send(.join("b"))
    #expect(messages.listeners.map(\.arguments) == ["a", "b"])
    #expect(messages.listeners.map(\.effect?.name) == ["later", "listen"])
    #expect(messages.listeners.map(\.position) == [0, 1])
    await messages.yield("1")
    await messages.yield("2", skipping: 1)
    await store.receive(.said("2", in: "b")) { $0.lines = ["b: 2"] }
    await store.clock.advance(by: .seconds(1))
    await store.receive(.said("1", in: "a")) { $0.lines = ["b: 2", "a: 1"] }
    await store.cancelInFlightEffects()
    await store.finish()
  }

  @Test func `a listener that breaks out of its loop has left`() async {
    let store = makeStore()
    let news = store.gate("news", at: \.socket.news)
    await store.send(.read)
    await news.yield("end")
    await store.receive(.ended("news")) { $0.closed = ["news"] }
    #expect(news.listeners.isEmpty)
    #expect(news.opened.map(\.end) == [.released])
    await store.finish()
  }

  @Test func `misuse fails at its line, with a way out`() async {
    let reports = await recordingReports {
      let store = makeStore()
      let messages = store.gate("messages", at: \.socket.messages)
      await messages.yield("early")  // Fails: missingCall
      await messages.yieldToAll("early")  // Warns: missingCall
      await store.send(.join("a"))
      await messages.yield("x", skipping: 1)  // Warns: missingCall
      await messages.yield("x", skipping: -1)  // Fails: misuse
      await messages.finish()
      await store.receive(.ended("a")) { $0.closed = ["a"] }
      await messages.yield("late")  // Warns: missingCall
      await messages.fail(with: SocketError.lost)  // Warns: missingCall
      await store.finish()
    }
    #expect(reports.failing.locations == markedFailures())
    #expect(reports.warnings.locations == markedWarnings())
    let asksForInput = reports.map { $0.details.contains("Send the input that makes the feature listen") }
    #expect(asksForInput == [true, true, false, false, false, false])
    let deletesLine = reports.map { $0.details.contains("delete this line") }
    #expect(deletesLine == [false, false, false, false, true, true])
    #expect(reports[2].headline == "Nothing listens to 'messages' behind 1 other.")
    #expect(reports[2].details.contains(#"await messages.yield("x")"#))
    #expect(reports[4].details.contains(#"• messages("a") was finished by the test"#))
  }

  @Test func `a receive that needs an element fails at once, and suggests the yield`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      let messages = store.gate("messages", at: \.socket.messages)
      await store.send(.join("a"))
      await store.receive(.said("1", in: "a")) { $0.lines = ["a: 1"] }  // Fails: missingFeedback
      #expect(messages.listeners.count == 1)
      await store.cancelInFlightEffects()
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.details.contains(#"listens to 'messages("a")'"#) ?? false)
    #expect(failures.first?.details.contains(#"await messages.yield("1")"#) ?? false)
  }

  @Test func `a listener at the end of the test is reported with its effect`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      let messages = store.gate("messages", at: \.socket.messages)
      await store.send(.join("a"))  // Fails: effectInFlight
      await store.finish()
      #expect(messages.opened.map(\.end) == [.cancelled])
    }
    #expect(failures.locations == markedFailures())
    #expect(
      failures.first?.headline
        == #"The effect listen("a") is still running at the end of the test: it listens to 'messages("a")'."#
    )
    #expect(failures.first?.details.contains(#"Either finish 'messages("a")', and assert what follows."#) ?? false)
  }

  @Test func `a strict test asserts each stream, with its arguments`() async {
    let reports = await recordingReports {
      let store = makeStore()
      store.exhaustivity = .strict
      let messages = store.gate("messages", at: \.socket.messages)
      let typing = store.gate("typing", at: \.socket.typing)
      let pings = store.gate("pings", at: \.socket.pings)
      let presence = store.gate("presence", at: \.socket.presence)
      await store.send(.join("a"))
      await store.receiveEffect("listen", of: "a")
      messages.receiveListener("b")  // Fails: missingCall
      messages.receiveListener("c")  // Warns: missingCall
      await store.send(.ask("a"))
      await store.receiveEffect("typing")
      typing.receiveListener("a", 2)
      await store.send(.watch)
      await store.receiveEffect("presence")
      await store.receiveEffect("pings")
      pings.receiveListener()
      #expect(presence.listeners.count == 1)
      await store.cancelInFlightEffects()
      await store.finish()  // Warns: unhandledEffect
    }
    #expect(reports.failing.locations == markedFailures())
    #expect(reports.warnings.locations == markedWarnings())
    #expect(reports.first?.headline == #"The effect has opened 'messages("a")', not 'messages("b")'."#)
    #expect(reports.first?.details.contains(#"messages.receiveListener("a")"#) ?? false)
    #expect(reports[1].headline == #"No effect has opened 'messages("c")'."#)
    #expect(reports.last?.headline == "The test does not assert that an effect has opened 'presence()'.")
    #expect(reports.last?.details.contains("presence.receiveListener()") ?? false)
  }

  @Test func `a stream is asserted by a predicate`() async {
    let failures = await recordingFailures {
      let store = makeStore()
      store.exhaustivity = .strict
      let typing = store.gate("typing", at: \.socket.typing)
      for room in ["a", "b"] {
        await store.send(.ask(room))
        await store.receiveEffect("typing")
      }
      typing.receiveListener { room, _ in room == "a" }
      typing.receiveListener { room, _ in room == "c" }  // Fails: missingCall
      await store.cancelInFlightEffects()
      await store.finish()
    }
    #expect(failures.locations == markedFailures())
    #expect(failures.first?.headline == #"The effect has opened 'typing("b", 2)', not 'typing with other arguments'."#)
  }

  @Test func `a gate has its own answers, which an ordinary test gives at once`() async {
    let store = makeStore()
    let messages = store.gate("messages", at: \.socket.messages) { room in
      [.element("hello \(room)"), .element("bye"), .failure(SocketError.lost)]
    }
    await store.send(.join("a"))
    await store.receive(.said("hello a", in: "a")) { $0.lines = ["a: hello a"] }
    await store.receive(.said("bye", in: "a")) { $0.lines.append("a: bye") }
    await store.receive(.ended("a: lost")) { $0.closed = ["a: lost"] }
    #expect(messages.opened.map(\.end) == [.failed])
    await store.finish()
  }

  @Test func `of a gate's own answers, the end and an error end the stream`() async {
    let store = makeStore()
    store.answersGatesManually = true
    let messages = store.gate("messages", at: \.socket.messages) { _ in
      [.element("hello"), .finish, .failure(SocketError.lost)]
    }
    await store.send(.join("a"))
    let answers = store.session.environment.gates.openAnswers(at: "messages")
    #expect(answers.map { $0.map(\.endsStream) } == [[false, true, true]])
    await messages.finish()
    await store.receive(.ended("a")) { $0.closed = ["a"] }
    await store.finish()
  }

  @Test func `a gate is found by its name`() async {
    let store = makeStore()
    store.gate("messages", at: \.socket.messages)
    await store.send(.join("a"))
    let messages = store.gate("messages", as: StreamGate<String, String, any Error>.self)
    await messages.yield("1")
    await store.receive(.said("1", in: "a")) { $0.lines = ["a: 1"] }
    await messages.finish()
    await store.receive(.ended("a")) { $0.closed = ["a"] }
    await store.finish()
  }

  @Test func `a gate without a store answers a client that the test writes`() async {
    let messages = StreamGate<String, String, any Error>("messages")
    let store = makeStore()
    store.dependencies.socket.messages = { AsyncThrowingStream(messages($0)) }
    await store.send(.join("a"))
    await messages.yield("1")
    await store.receive(.said("1", in: "a")) { $0.lines = ["a: 1"] }
    await messages.finish()
    await store.receive(.ended("a")) { $0.closed = ["a"] }
    await store.finish()
  }

  @Test func `a test that reads its own stream fails instead of hanging`() async {
    let failures = await recordingFailures {
      let messages = StreamGate<Void, Int, Never>("numbers")
      for await _ in messages() {}
    }
    #expect(failures.map(\.kind) == [.misuse])
    #expect(failures.first?.headline == "The test waits for an element of numbers(), which only the test yields.")
  }

  @Test func `the log tells who listened, and what arrived`() async {
    let store = makeStore()
    let messages = store.gate("messages", at: \.socket.messages)
    await store.send(.join("a"))
    await messages.yield("1")
    await store.receive(.said("1", in: "a")) { $0.lines = ["a: 1"] }
    await messages.finish()
    await store.receive(.ended("a")) { $0.closed = ["a"] }
    await store.finish()
    let lines = EventLine.lines(for: store.session.formatter.descriptions(in: .brief)).map(\.text)
    #expect(
      lines.filter { $0.contains("messages") } == [
        #"? call     messages("a")   by listen("a")"#,
        #"! answer   messages("a") yields "1""#,
        #"! answer   messages("a") finishes"#,
      ]
    )
  }
}

import StoreCore
import Synchronization

extension StreamGate {
  /// Gives an answer to the oldest listener, or to a later one.
  func answer(behind count: Int, with answer: Answer, at site: CallSite) async {
    if count >= listeners.count { await waitForCall(at: site) { count < listeners.count } }
    let open = listeners
    if open.indices.contains(count) { return await self.answer(open[count], with: answer, at: site) }
    reportNoListener(behind: count, at: site, for: answer)
  }

  /// Gives an answer to a listener, and runs the work that can run now.
  func answer(_ listener: StreamListener<Arguments, Element, Failure>, with answer: Answer, at site: CallSite) async {
    if let end = listener.end { return report(gone: listener, after: end, at: site) }
    await self.answer([listener], with: answer, at: site)
  }

  /// Gives an answer to several listeners, in one step of the test, and after each runs the work that can run then.
  func answer(_ listeners: [StreamListener<Arguments, Element, Failure>], with answer: Answer, at site: CallSite) async
  {
    var begun: [TestEnvironment] = []
    for listener in listeners where listener.end == nil {
      let store = state.withLock { $0.streams[listener.number - 1].store?.store }
      if let store, !begun.contains(where: { $0 === store }) {
        begun.append(store)
        store.noteUnseenWork()
        store.begin(site)
        store.noteSharedStep(at: site)
      }
      deliver(answer, to: listener)
      if let store { await store.settle(.acts) } else { _ = await domain?.settle() }
    }
    for store in begun { store.acceptance?.endStep() }
  }

  /// Adds an answer to the event log, and gives it to a listener, at once or when it next waits.
  func deliver(_ answer: Answer, to listener: StreamListener<Arguments, Element, Failure>) {
    let number = listener.number
    let (position, effect, store) = state.withLock { state in
      (state.position(of: number), state.streams[number - 1].effect, state.streams[number - 1].store)
    }
    store?.store?.note(
      GateReply(
        to: listener,
        by: effect,
        text: answer.text,
        isFailure: answer.isFailure,
        endsStream: answer.end != nil,
        position: position
      ) {
        AnswerScript(answer, Arguments.self)
      }
    )
    let waits = state.withLock { state -> [Wait] in
      guard state.streams[number - 1].end == nil else { return [] }
      state.answers += 1
      let first = state.streams[number - 1].waits.isEmpty ? nil : state.streams[number - 1].waits.removeFirst()
      if first == nil { state.streams[number - 1].buffer.append(answer) }
      // The end of a stream ends all waits for it, of which the first also gets the error.
      return [first].compactMap(\.self) + (answer.end.map { state.end(number, $0) } ?? [])
    }
    for (index, wait) in waits.enumerated() { wake(wait, of: listener, index == 0 ? answer : nil) }
  }

  /// Reports that no listener is there for the answer.
  func reportNoListener(behind position: Int, at site: CallSite, for answer: Answer) {
    guard position >= 0 else {
      return report(
        .misuse,
        "The number of listeners to skip, \(position), is negative.",
        details: "It counts from 0.",
        at: site
      )
    }
    let (open, ended) = (listeners, opened.filter { $0.end != nil })
    let history =
      switch open.count + ended.count {
      case 0: "The feature has not opened a stream."
      case 1: "The feature has opened one stream."
      case let count: "The feature has opened \(count) streams."
      }
    let others = (self.others?.names ?? []).map { "• '\($0)'" }.joined(separator: "\n")
    report(
      .missingCall,
      position == 0
        ? "Nothing listens to '\(name)'." : "Nothing listens to '\(name)' behind \(count(position, "other")).",
      details: paragraphs(
        history,
        others.isEmpty ? nil : "The gates of the store:\n\n" + others,
        open.isEmpty ? nil : "The listeners:\n\n" + open.map { "• \($0)" }.joined(separator: "\n"),
        ended.isEmpty
          ? nil
          : "The streams that have ended:\n\n"
            + shortened(ended.map { "• \($0) \($0.end?.text ?? "")" }).joined(separator: "\n"),
        open.isEmpty && ended.isEmpty
          ? "Send the input that makes the feature listen, and let the store's dependency call this gate." : nil,
        open.isEmpty && !ended.isEmpty ? "If the feature is right, delete this line." : nil,
        open.isEmpty
          ? nil
          : AnswerScript(answer, Arguments.self).repair(behind: open.count - 1, at: site, for: "listener that is there")
      ),
      at: site
    )
  }

  private func report(
    gone listener: StreamListener<Arguments, Element, Failure>,
    after end: StreamEnd,
    at site: CallSite
  ) {
    report(
      .missingCall,
      "Stream \(listener.number) of '\(name)' \(end.text).",
      details: "Nothing can arrive in it any more. If the feature is right, delete this line.",
      at: site
    )
  }
}

extension OpenAnswer {
  /// An answer that the order of events may give to a listener.
  ///
  /// - Parameters:
  ///   - listener: The listener.
  ///   - answer: The answer.
  ///   - index: The number of the answer among those of the gate.
  init<Arguments, Element, Failure>(
    to listener: StreamListener<Arguments, Element, Failure>,
    _ answer: StreamAnswer<Element, Failure>,
    _ index: Int
  ) {
    self.init(
      call: listener,
      text: "\(listener) \(answer.text)",
      participle: answer.participle,
      isFailure: answer.isFailure,
      endsStream: answer.end != nil,
      give: {
        guard listener.end == nil else { return }
        listener.gate.state.withLock { $0.streams[listener.number - 1].left.removeAll { $0 == index } }
        listener.gate.deliver(answer, to: listener)
      },
      script: { AnswerScript(answer, Arguments.self) }
    )
  }
}

extension StreamGate: CalledGate {
  var callsWithoutEffect: [any WaitingCall] {
    state.withLock { $0.streams.filter { $0.waits.contains { $0.effect == nil } }.map(\.listener) }
  }

  /// A listener may get any answer at any time, each as often as the test likes.
  var openAnswers: [[OpenAnswer]] {
    let open = state.withLock { $0.streams.filter { $0.end == nil && !$0.waits.isEmpty && $0.effect != nil } }
    return open.map { stream in
      answers?(stream.listener.arguments).enumerated().map { OpenAnswer(to: stream.listener, $1, $0) } ?? []
    }
  }

  /// A listener ends when its task is cancelled.
  var hasCancelledCalls: Bool { false }

  var unassertedStreams: [any WaitingCall] {
    state.withLock { $0.streams.filter { !$0.isAsserted && !$0.isUnused && $0.effect != nil }.map(\.listener) }
  }
}

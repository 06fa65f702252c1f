import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The server of the bureau.
struct I05BureauClient: Sendable {
  var segments: @Sendable (_ document: String) async throws -> [Int: String]
  var suggest: @Sendable (_ document: String, _ segment: Int) async throws -> String
  var deliver: @Sendable (_ document: String, _ texts: [Int: String]) async throws -> Void
}

enum I05BureauKey: TestDependencyKey {
  static let testValue = I05BureauClient(
    segments: unimplemented("I05BureauClient.segments", placeholder: [Int: String]()),
    suggest: unimplemented("I05BureauClient.suggest", placeholder: ""),
    deliver: unimplemented("I05BureauClient.deliver")
  )
}

extension DependencyValues {
  var i05Bureau: I05BureauClient {
    get { self[I05BureauKey.self] }
    set { self[I05BureauKey.self] = newValue }
  }
}

struct I05Offline: Error {}

/// A segment of a document, and its translation.
struct I05Segment: Equatable, Sendable {
  enum Status: Equatable, Sendable { case open, asking, failed, suggested(String), accepted(String) }

  var source: String
  var status = Status.open

  /// The accepted translation.
  var translation: String? {
    if case .accepted(let text) = status { text } else { nil }
  }

  /// Whether the translator can ask for a suggestion.
  var canAsk: Bool { status == .open || status == .failed }
}

/// The desk of a translator: the segments of one document at a time, by their numbers.
struct I05TranslationDesk: Reducer {
  struct State: Equatable {
    var document: String?
    var segments: [Int: I05Segment] = [:]
    var isLoading = false
    var couldNotLoad = false
    var isDelivering = false
    var couldNotDeliver = false
    var isDelivered = false

    /// Whether all segments are translated.
    var isComplete: Bool { !segments.isEmpty && segments.values.allSatisfy { $0.translation != nil } }
  }

  enum Input: Equatable, Sendable {
    case documentTapped(String)
    case askTapped(Int)
    case acceptTapped(Int)
    case deliverTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case loaded([Int: String])
    case loadFailed
    case suggested(Int, String)
    case suggestionFailed(Int)
    case delivered
    case deliveryFailed
  }

  private enum CancelID: Hashable { case load, suggestion(Int) }

  @Dependency(\.i05Bureau) private var bureau

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.documentTapped(let document)):
      guard !state.isDelivering, state.document != document || state.couldNotLoad else { return .none }
      state = State(document: document, isLoading: true)
      return .merge(stopWork(on: state), load(document))

    case .feedback(.loaded(let sources)):
      state.isLoading = false
      state.segments = sources.mapValues { I05Segment(source: $0) }
      return .none

    case .feedback(.loadFailed):
      state.isLoading = false
      state.couldNotLoad = true
      return .none

    case .input(.askTapped(let number)):
      guard let document = state.document, state.segments[number]?.canAsk == true else { return .none }
      state.segments[number]?.status = .asking
      return suggest(document, number)

    case .feedback(.suggested(let number, let text)):
      state.segments[number]?.status = .suggested(text)
      return .none

    case .feedback(.suggestionFailed(let number)):
      state.segments[number]?.status = .failed
      return .none

    case .input(.acceptTapped(let number)):
      guard case .suggested(let text)? = state.segments[number]?.status else { return .none }
      state.segments[number]?.status = .accepted(text)
      return .none

    case .input(.deliverTapped):
      guard let document = state.document, state.isComplete, !state.isDelivering, !state.isDelivered else {
        return .none
      }
      state.isDelivering = true
      state.couldNotDeliver = false
      return .run("deliver", of: document) { [texts = state.segments.compactMapValues { $0.translation }] send in
        try await bureau.deliver(document, texts)
        await send(.delivered)
      } catch: { _, send in
        await send(.deliveryFailed)
      }

    case .feedback(.delivered):
      state.isDelivering = false
      state.isDelivered = true
      return .none

    case .feedback(.deliveryFailed):
      state.isDelivering = false
      state.couldNotDeliver = true
      return .none

    case .input(.closeTapped):
      guard !state.isDelivering else { return .none }
      let stop = stopWork(on: state)
      state = State()
      return stop
    }
  }

  /// Cancels what runs for the document of a state.
  private func stopWork(on state: State) -> Effect<Feedback, Never> {
    var effects: [Effect<Feedback, Never>] = [.cancel(id: CancelID.load)]
    for number in state.segments.keys.sorted() {
      effects.append(.cancel(id: CancelID.suggestion(number)))
    }
    return .merge(effects)
  }

  private func load(_ document: String) -> Effect<Feedback, Never> {
    .run("segments", of: document) { send in
      await send(.loaded(try await bureau.segments(document)))
    } catch: { _, send in
      await send(.loadFailed)
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }

  private func suggest(_ document: String, _ number: Int) -> Effect<Feedback, Never> {
    .run("suggest", of: number) { send in
      await send(.suggested(number, try await bureau.suggest(document, number)))
    } catch: { _, send in
      await send(.suggestionFailed(number))
    }
    .cancellable(id: CancelID.suggestion(number), cancelInFlight: true)
  }
}

struct I05Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I05TranslationDesk.State) -> [I05TranslationDesk.Input] in
        var inputs: [I05TranslationDesk.Input] = [
          .documentTapped("contract"), .documentTapped("menu"), .deliverTapped, .closeTapped,
        ]
        for number in state.segments.keys.sorted() {
          inputs.append(.askTapped(number))
          inputs.append(.acceptTapped(number))
        }
        return inputs
      }
    ) { () -> TestStore<I05TranslationDesk> in
      let store = TestStore(initialState: I05TranslationDesk.State()) { I05TranslationDesk() }
      store.gate("segments", at: \.i05Bureau.segments) { (document: String) -> [GateAnswer<[Int: String], any Error>] in
        let sources = document == "menu" ? [1: "Soup"] : [1: "Preamble", 2: "Terms"]
        return [.success(sources), .failure(I05Offline())]
      }
      store.gate("suggest", at: \.i05Bureau.suggest) { (call: (String, Int)) -> [GateAnswer<String, any Error>] in
        [.success("\(call.0) \(call.1)"), .failure(I05Offline())]
      }
      store.gate("deliver", at: \.i05Bureau.deliver) { _ in [.success(()), .failure(I05Offline())] }
      return store
    }
  }
}

import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// Makes a short clip of a moment in a podcast, and shares it with a quote.
struct I29Clip: Reducer {
  enum Length: Int, Equatable, Sendable { case short = 15, long = 60 }
  enum Problem: Equatable, Sendable { case notRendered, notShared }

  struct State: Equatable {
    /// The second at which the clip begins; nil until the user has tapped on the waveform.
    var moment: Int?
    var length = Length.short
    /// What is said in that moment, if the transcript has it.
    var quote: String?
    var isFindingQuote = false
    var isRendering = false
    /// The clip, once it is rendered.
    var file: String?
    var isSharing = false
    var isShared = false
    var problem: Problem?
  }

  enum Input: Equatable, Sendable {
    case momentTapped(Int)
    case lengthTapped(Length)
    case renderTapped
    case shareTapped
    case problemTapped
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case quoteFound(String)
    case quoteMissing
    case rendered(String, Length)
    case renderFailed(Length)
    case shared
    case shareFailed
  }

  private enum CancelID { case quote, render }

  @Dependency(\.i29Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.momentTapped(let moment)):
      guard moment != state.moment, !state.isSharing else { return .none }
      state = State(moment: moment, length: state.length, isFindingQuote: true)
      return .merge(
        .cancel(id: CancelID.render),
        .run("quote", of: moment) { send in
          await send(.quoteFound(try await client.quote(moment)))
        } catch: { _, send in
          await send(.quoteMissing)
        }
        .cancellable(id: CancelID.quote, cancelInFlight: true)
      )

    case .input(.lengthTapped(let length)):
      guard length != state.length, !state.isSharing else { return .none }
      state.length = length
      state.file = nil
      state.isShared = false
      state.problem = nil
      return .none

    case .input(.renderTapped):
      guard let moment = state.moment, state.file == nil, !state.isRendering else { return .none }
      state.isRendering = true
      state.problem = nil
      return .run("render", of: moment) { [length = state.length] send in
        await send(.rendered(try await client.render(moment, length), length))
      } catch: { [length = state.length] _, send in
        await send(.renderFailed(length))
      }
      .cancellable(id: CancelID.render)

    case .input(.shareTapped):
      guard let file = state.file, !state.isSharing, !state.isShared else { return .none }
      state.isSharing = true
      state.problem = nil
      return .run("share", of: file) { [quote = state.quote] send in
        try await client.share(file, quote)
        await send(.shared)
      } catch: { _, send in
        await send(.shareFailed)
      }

    case .input(.problemTapped):
      state.problem = nil
      return .none

    case .input(.closeTapped):
      guard !state.isSharing else { return .none }
      state = State()
      return .merge(.cancel(id: CancelID.quote), .cancel(id: CancelID.render))

    case .feedback(.quoteFound(let quote)):
      state.isFindingQuote = false
      state.quote = quote
      return .none

    case .feedback(.quoteMissing):
      state.isFindingQuote = false
      return .none

    case .feedback(.rendered(let file, let length)):
      guard length == state.length else { return .none }
      state.isRendering = false
      state.file = file
      return .none

    case .feedback(.renderFailed(let length)):
      state.isRendering = false
      if length == state.length { state.problem = .notRendered }
      return .none

    case .feedback(.shared):
      state.isSharing = false
      state.isShared = true
      return .none

    case .feedback(.shareFailed):
      state.isSharing = false
      state.problem = .notShared
      return .none
    }
  }
}

struct I29Client: TestDependencyKey, Sendable {
  var quote: @Sendable (_ moment: Int) async throws -> String
  var render: @Sendable (_ moment: Int, _ length: I29Clip.Length) async throws -> String
  var share: @Sendable (_ file: String, _ quote: String?) async throws -> Void

  static let testValue = I29Client(
    quote: unimplemented("I29Client.quote"),
    render: unimplemented("I29Client.render"),
    share: unimplemented("I29Client.share")
  )
}

extension DependencyValues {
  var i29Client: I29Client {
    get { self[I29Client.self] }
    set { self[I29Client.self] = newValue }
  }
}

struct I29Offline: Error {}

struct I29Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: I29Clip.State) -> [I29Clip.Input] in
        if state.isSharing { return [] }
        var inputs: [I29Clip.Input] = [.momentTapped(30), .momentTapped(90)]
        guard state.moment != nil else { return inputs }
        inputs += [.lengthTapped(.short), .lengthTapped(.long), .closeTapped]
        if state.problem != nil { inputs.append(.problemTapped) }
        if state.file == nil { inputs.append(.renderTapped) } else if !state.isShared { inputs.append(.shareTapped) }
        return inputs
      }
    ) { () -> TestStore<I29Clip> in
      let store = TestStore(initialState: I29Clip.State()) { I29Clip() }
      store.gate("quote", at: \.i29Client.quote) { moment in
        [.success("Said at \(moment)"), .failure(I29Offline())]
      }
      store.gate("render", at: \.i29Client.render) { clip in
        [.success("\(clip.0)-\(clip.1.rawValue).m4a"), .failure(I29Offline())]
      }
      store.gate("share", at: \.i29Client.share) { _ in [.success(()), .failure(I29Offline())] }
      return store
    }
  }
}

import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

/// The reviews of a hotel, page by page. The host answers them on a sheet.
struct J29Reviews: Reducer {
  struct State: Equatable {
    var reviews: [J29Review] = []
    var next: Int? = 1
    var isLoading = false
    var failedPage: Int?
    var answered: Set<Int> = []
    var showsOnlyOpen = false
    var destination: J29Destination?

    /// Whether a page can be asked for.
    var canLoad: Bool { next != nil && !isLoading }

    /// The rows of the list.
    var shown: [J29Review] { showsOnlyOpen ? reviews.filter { !answered.contains($0.id) } : reviews }
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case endReached
    case retryTapped
    case onlyOpenTapped
    case guidelinesTapped
    case answerTapped(Int)
    case destinationDismissed
    case answer(J29Answer.Input)
  }

  enum Feedback: Equatable, Sendable {
    case loaded(Int, J29Page)
    case failed(Int)
    case answer(ChildFeedback<J29Answer>)
  }

  private enum CancelID { case load }

  @Dependency(\.j29Client) private var client

  let answer = Scope<J29Reviews, J29Answer>(at: .ifLet(\.destination.answer), feedback: Feedback.answer) { J29Answer() }

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch message {
    case .input(.appeared):
      guard state.reviews.isEmpty, !state.isLoading else { return .none }
      return load(1, into: &state)

    case .input(.refreshPulled):
      return load(1, into: &state)

    case .input(.endReached):
      guard state.canLoad, let next = state.next else { return .none }
      return load(next, into: &state)

    case .input(.retryTapped):
      guard state.canLoad, let page = state.failedPage else { return .none }
      return load(page, into: &state)

    case .input(.onlyOpenTapped):
      state.showsOnlyOpen.toggle()
      return .none

    case .input(.guidelinesTapped):
      guard state.destination == nil else { return .none }
      state.destination = .guidelines
      return .none

    case .input(.answerTapped(let id)):
      guard state.destination == nil, state.reviews.contains(where: { $0.id == id }), !state.answered.contains(id)
      else { return .none }
      state.destination = .answer(J29Answer.State(review: id))
      return .none

    case .input(.destinationDismissed):
      if let answer = state.destination.answer, answer.isSending { return .none }
      state.destination = nil
      return .none

    case .input(.answer(let input)): return answer.reduce(.input(input), into: &state)
    case .feedback(.answer(.feedback(let feedback))): return answer.reduce(.feedback(feedback), into: &state)

    case .feedback(.answer(.output(.sent(let id)))):
      state.answered.insert(id)
      state.destination = nil
      return .none

    case .feedback(.loaded(let number, let page)):
      state.isLoading = false
      state.reviews = number == 1 ? page.reviews : state.reviews + page.reviews
      state.next = page.next
      return .none

    case .feedback(.failed(let number)):
      state.isLoading = false
      state.failedPage = number
      return .none
    }
  }

  private func load(_ number: Int, into state: inout State) -> Effect<Feedback, Never> {
    state.isLoading = true
    state.failedPage = nil
    return .run("reviews", of: number) { send in
      await send(.loaded(number, try await client.reviews(number)))
    } catch: { _, send in
      await send(.failed(number))
    }
    .cancellable(id: CancelID.load, cancelInFlight: true)
  }
}

enum J29Destination: Equatable {
  case guidelines
  case answer(J29Answer.State)
}

extension J29Destination? {
  var answer: J29Answer.State? {
    get { if case .answer(let answer) = self { answer } else { nil } }
    set { if let newValue { self = J29Destination.answer(newValue) } }
  }
}

/// The answer to a review, which the host chooses among templates.
struct J29Answer: Reducer {
  enum Template: Hashable, Sendable { case thanks, apology }

  struct State: Equatable {
    var review: Int
    var template = Template.thanks
    var isSending = false
    var hasFailed = false
  }

  enum Input: Equatable, Sendable { case templateChosen(Template), sendTapped }
  enum Feedback: Equatable, Sendable { case sent, failed }
  enum Output: Equatable, Sendable { case sent(Int) }

  @Dependency(\.j29Client) private var client

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Output> {
    switch message {
    case .input(.templateChosen(let template)):
      guard !state.isSending else { return .none }
      state.template = template
      return .none

    case .input(.sendTapped):
      guard !state.isSending else { return .none }
      state.isSending = true
      state.hasFailed = false
      let note = J29Note(review: state.review, template: state.template)
      return .run("answer", of: note) { send in
        try await client.answer(note)
        await send(.sent)
      } catch: { _, send in
        await send(.failed)
      }

    case .feedback(.sent):
      state.isSending = false
      return .output(.sent(state.review))

    case .feedback(.failed):
      state.isSending = false
      state.hasFailed = true
      return .none
    }
  }
}

struct J29Review: Equatable, Sendable {
  var id: Int
  var stars: Int
}

struct J29Page: Equatable, Sendable {
  var reviews: [J29Review]
  var next: Int?
}

struct J29Note: Hashable, Sendable {
  var review: Int
  var template: J29Answer.Template
}

struct J29Client: TestDependencyKey, Sendable {
  var reviews: @Sendable (_ page: Int) async throws -> J29Page
  var answer: @Sendable (_ note: J29Note) async throws -> Void

  static let testValue = J29Client(
    reviews: unimplemented("J29Client.reviews"),
    answer: unimplemented("J29Client.answer")
  )
}

extension DependencyValues {
  var j29Client: J29Client {
    get { self[J29Client.self] }
    set { self[J29Client.self] = newValue }
  }
}

struct J29Offline: Error {}

struct J29Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: { (state: J29Reviews.State) -> [J29Reviews.Input] in
        switch state.destination {
        case .guidelines:
          return [.destinationDismissed]
        case .answer(let answer):
          guard !answer.isSending else { return [] }
          let other: J29Answer.Template = answer.template == .thanks ? .apology : .thanks
          return [.answer(.templateChosen(other)), .answer(.sendTapped), .destinationDismissed]
        case nil:
          if state.reviews.isEmpty, !state.isLoading, state.failedPage == nil { return [.appeared] }
          var inputs: [J29Reviews.Input] = [.refreshPulled, .onlyOpenTapped, .guidelinesTapped]
          if state.next != nil, !state.reviews.isEmpty { inputs.append(.endReached) }
          if state.failedPage != nil { inputs.append(.retryTapped) }
          if let review = state.shown.first(where: { !state.answered.contains($0.id) }) {
            inputs.append(.answerTapped(review.id))
          }
          return inputs
        }
      }
    ) { () -> TestStore<J29Reviews> in
      let store = TestStore(initialState: J29Reviews.State()) { J29Reviews() }
      store.gate("reviews", at: \.j29Client.reviews) { page in
        [
          .success(J29Page(reviews: [J29Review(id: page, stars: 4)], next: page == 1 ? 2 : nil)),
          .failure(J29Offline()),
        ]
      }
      store.gate("answer", at: \.j29Client.answer) { _ in [.success(()), .failure(J29Offline())] }
      return store
    }
  }
}

import StoreCore
import StoreDependencies
import StoreExploration
import StoreTesting
import Testing

struct H03Page: Equatable, Sendable {
  var tickets: [Int]
  /// The number of the page after this one; nil on the last page.
  var next: Int?
}

struct H03Client: TestDependencyKey, Sendable {
  var page: @Sendable (_ number: Int) async throws -> H03Page
  var code: @Sendable (_ ticket: Int) async throws -> String

  static let testValue = H03Client(
    page: unimplemented("H03Client.page", placeholder: H03Page(tickets: [], next: nil)),
    code: unimplemented("H03Client.code", placeholder: "")
  )
}

extension DependencyValues {
  var h03Client: H03Client {
    get { self[H03Client.self] }
    set { self[H03Client.self] = newValue }
  }
}

struct H03NoSignal: Error {}

/// The ferry tickets of a passenger, page by page. A ticket opens to a boarding code, which is renewed every half minute.
struct H03FerryTickets: Reducer {
  struct List: Equatable {
    var tickets: [Int] = []
    var next: Int? = 1

    var isComplete: Bool { next == nil }
  }

  enum State: Equatable {
    case idle
    case fetching(List, page: Int)
    case failed(List, page: Int)
    case showing(List)
    case openingCode(List, ticket: Int)
    case noCode(List, ticket: Int)
    case code(List, ticket: Int, text: String)
  }

  enum Input: Equatable, Sendable {
    case appeared
    case refreshPulled
    case moreTapped
    case retryTapped
    case ticketTapped(Int)
    case closeTapped
  }

  enum Feedback: Equatable, Sendable {
    case pageArrived(H03Page)
    case pageFailed
    case codeArrived(String)
    case codeFailed
    case codeExpired
  }

  private enum CancelID { case page, code }

  @Dependency(\.h03Client) private var client
  @Dependency(\.continuousClock) private var clock

  func reduce(message: Message<Input, Feedback>, into state: inout State) -> Effect<Feedback, Never> {
    switch (message, state) {
    case (.input(.appeared), .idle):
      return fetch(1, for: List(), &state)

    case (.input(.refreshPulled), .showing(let list)), (.input(.refreshPulled), .failed(let list, _)):
      return fetch(1, for: list, &state)

    case (.input(.refreshPulled), .fetching(let list, let page)) where page != 1:
      return fetch(1, for: list, &state)

    case (.input(.moreTapped), .showing(let list)), (.input(.moreTapped), .failed(let list, _)):
      guard let next = list.next else { return .none }
      return fetch(next, for: list, &state)

    case (.input(.retryTapped), .failed(let list, let page)):
      guard !list.isComplete else { return .none }
      return fetch(page, for: list, &state)

    case (.input(.ticketTapped(let ticket)), .showing(let list)),
      (.input(.ticketTapped(let ticket)), .failed(let list, _)):
      guard list.tickets.contains(ticket) else { return .none }
      return openCode(of: ticket, over: list, &state)

    case (.input(.retryTapped), .noCode(let list, let ticket)):
      return openCode(of: ticket, over: list, &state)

    case (.input(.closeTapped), .openingCode(let list, _)), (.input(.closeTapped), .noCode(let list, _)),
      (.input(.closeTapped), .code(let list, _, _)):
      state = .showing(list)
      return .cancel(id: CancelID.code)

    case (.feedback(.pageArrived(let page)), .fetching(let list, let number)):
      let earlier = number == 1 ? [] : list.tickets
      state = .showing(List(tickets: earlier + page.tickets, next: page.next))
      return .none

    case (.feedback(.pageFailed), .fetching(let list, let page)):
      state = .failed(list, page: page)
      return .none

    case (.feedback(.codeArrived(let text)), .openingCode(let list, let ticket)):
      state = .code(list, ticket: ticket, text: text)
      return .run("expiry") { send in
        try await clock.sleep(for: .seconds(30))
        await send(.codeExpired)
      }
      .cancellable(id: CancelID.code, cancelInFlight: true)

    case (.feedback(.codeFailed), .openingCode(let list, let ticket)):
      state = .noCode(list, ticket: ticket)
      return .none

    case (.feedback(.codeExpired), .code(let list, let ticket, _)):
      return openCode(of: ticket, over: list, &state)

    default:
      return .none
    }
  }

  private func fetch(_ number: Int, for list: List, _ state: inout State) -> Effect<Feedback, Never> {
    state = .fetching(list, page: number)
    return .run("page", of: number) { send in
      await send(.pageArrived(try await client.page(number)))
    } catch: { _, send in
      await send(.pageFailed)
    }
    .cancellable(id: CancelID.page, cancelInFlight: true)
  }

  private func openCode(of ticket: Int, over list: List, _ state: inout State) -> Effect<Feedback, Never> {
    state = .openingCode(list, ticket: ticket)
    return .run("code", of: ticket) { send in
      await send(.codeArrived(try await client.code(ticket)))
    } catch: { _, send in
      await send(.codeFailed)
    }
    .cancellable(id: CancelID.code, cancelInFlight: true)
  }
}

struct H03Bugs {
  @Test func bugs() async throws {
    try await findBugs(
      inputs: [.appeared, .refreshPulled, .moreTapped, .retryTapped, .ticketTapped(1), .closeTapped]
    ) { () -> TestStore<H03FerryTickets> in
      let store = TestStore(initialState: H03FerryTickets.State.idle) { H03FerryTickets() }
      store.gate("page", at: \.h03Client.page) { number in
        number == 1
          ? [.success(H03Page(tickets: [1, 2], next: 2)), .failure(H03NoSignal())]
          : [.success(H03Page(tickets: [3], next: nil)), .failure(H03NoSignal())]
      }
      store.gate("code", at: \.h03Client.code) { ticket in [.success("code of \(ticket)"), .failure(H03NoSignal())] }
      return store
    }
  }
}

import Testing

@testable import StoreExploration

/// What an older effect undoes, in facts that are made by hand.
@Suite struct OlderEffectTests {
  private func answer(
    of effect: String,
    _ from: Int,
    _ to: Int,
    isFailure: Bool = false,
    survivors: [Int?] = [nil]
  ) -> PromiseFacts.Step {
    var step = PromiseFacts.Step.byEffect(effect, from, to, saying: "answer of \(effect)", isFailure: isFailure)
    (step.isChange, step.isEffective, step.survivors) = (false, false, survivors)
    return step
  }

  struct Switch { var isOn = false }

  @Test(
    arguments: [(false, ["hold, which started before answer of tick, ends isOn"]), (true, [])] as [(Bool, [String])]
  )
  func `an effect may end what an answer brings if it was so at the start of the effect`(
    wasOn: Bool,
    complaints: [String]
  ) {
    let works = ["hold", "tick"]
    let begin = PromiseFacts.Step.byInput("begin", 0, 1, starting: works, isChange: false, isEffective: false)
    let facts = PromiseFacts(
      by: [
        .init(of: Switch()), .init(of: Switch(isOn: wasOn), running: works), .init(of: Switch(), running: works),
        .init(of: Switch(isOn: true), running: ["hold"]), .init(of: Switch()),
      ],
      [begin, answer(of: "tick", 2, 3, survivors: [0, nil]), answer(of: "hold", 3, 4)]
    )
    #expect(UndoneSteps().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Herbarium {
    struct Plant: Identifiable {
      let id: Int
      let isSent: Bool
    }

    let plants: [Plant]

    init(sent: Set<Int> = []) { plants = [1, 2].map { Plant(id: $0, isSent: sent.contains($0)) } }
  }

  @Test(
    arguments: [
      (true, ["batch, which started before answer of batch, ends plants[id: 1].isSent"]), (false, []),
    ] as [(Bool, [String])]
  )
  func `the failure of a batch takes back an element that it has brought, and that its success keeps`(
    keeps: Bool,
    complaints: [String]
  ) {
    let send = PromiseFacts.Step.byInput("send", 0, 1, starting: ["batch"], isChange: false, isEffective: false)
    let facts = PromiseFacts(
      by: [
        .init(of: Herbarium()), .init(of: Herbarium(), running: ["batch"]),
        .init(of: Herbarium(sent: [1]), running: ["batch"]), .init(of: Herbarium()),
        .init(of: Herbarium(sent: [1, 2])),
      ],
      [
        send, answer(of: "batch", 1, 2), answer(of: "batch", 2, 3, isFailure: true),
        answer(of: "batch", 2, keeps ? 4 : 3),
      ]
    )
    #expect(UndoneSteps().candidates(in: facts).map(\.complaint) == complaints)
  }

  struct Review {
    var isAsking = false
    var isClosed = false
  }

  @Test(
    arguments: [(false, ["save, which started before close, ends isAsking"]), (true, [])] as [(Bool, [String])]
  )
  func `a question may end with the work that it is about if the input then does something else`(
    closes: Bool,
    complaints: [String]
  ) {
    let save = PromiseFacts.Step.byInput("save", 0, 1, starting: ["save"], isChange: false, isEffective: false)
    let facts = PromiseFacts(
      by: [
        .init(of: Review()), .init(of: Review(), running: ["save"]),
        .init(of: Review(isAsking: true), running: ["save"]), .init(of: Review()), .init(of: Review(isClosed: true)),
        .init(of: Review(isAsking: true)),
      ],
      [
        // It also asks where nothing is saved.
        save, PromiseFacts.Step(from: 0, to: 5, number: 1, input: "leave", isEffective: true),
        PromiseFacts.Step(from: 1, to: 2, number: 0, input: "close", isEffective: true, survivors: [0]),
        answer(of: "save", 2, 3),
        PromiseFacts.Step(from: 3, to: closes ? 4 : 5, number: 0, input: "close", isEffective: true),
      ]
    )
    #expect(UndoneSteps().candidates(in: facts).map(\.complaint) == complaints)
  }
}

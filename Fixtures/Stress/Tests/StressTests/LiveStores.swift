import Dispatch
import Observation
import StoreCore
import Testing

/// Live stores with values, observers and effects that send, read, subscribe, cancel, and release the store. They act
/// in random order, whenever they are released or notified.
@Suite(.timeLimit(.minutes(10))) struct LiveStores {
  /// Each case runs several seeds concurrently.
  @Test(arguments: 0..<copies) func chaos(copy: Int) async {
    await withTaskGroup { group in
      for seed in 0..<50 {
        group.addTask { await Rig.run(seed: UInt64(copy * 50 + seed)) }
      }
    }
  }

  /// Another thread releases the last reference to the store, while effects send.
  @Test(arguments: 0..<copies) func releasedElsewhere(copy: Int) async {
    for seed in 0..<20 {
      let rig = await Rig(seed: UInt64(copy * 20 + seed))
      let store = await rig.leave()
      await Task.detached {
        await Task.yield(); withExtendedLifetime(store) {}
      }.value
      for _ in 0..<3 { await Task.yield() }
    }
  }
}

/// The key of a value that only the main queue has.
private let mainQueueKey = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Whether the current code runs on the main queue, and therefore on the main actor.
private var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueKey) ?? false }

/// A value that acts when it is released.
private final class Fuse: Sendable, Equatable {
  private let action: @MainActor @Sendable () -> Void

  init(_ action: @escaping @MainActor @Sendable () -> Void) { self.action = action }

  deinit {
    if isOnMainQueue { MainActor.assumeIsolated(action) } else { Task { [action] in await action() } }
  }

  static func == (first: Fuse, second: Fuse) -> Bool { first === second }
}

/// A feature that records numbers, keeps a value, and returns the effects of its inputs.
private struct Chaos: Reducer {
  struct State: Equatable {
    var numbers: [Int] = []
    var feedback = 0
    var kept: Fuse?
  }

  enum Input: Sendable {
    case note(Int, Fuse)
    case keep(Int, Fuse)
    case start(Int, Effect<Fuse, Fuse>)
  }

  func reduce(message: Message<Input, Fuse>, into state: inout State) -> Effect<Fuse, Fuse> {
    switch message {
    case .input(.note(let number, _)):
      state.numbers.append(number)
      return .none
    case .input(.keep(let number, let fuse)):
      state.numbers.append(number)
      state.kept = fuse
      return .none
    case .input(.start(let number, let effect)):
      state.numbers.append(number)
      return effect
    case .feedback:
      state.feedback += 1
      return .none
    }
  }
}

/// A store, with values, observers and effects that act on it.
@MainActor private final class Rig {
  private var store: Store<Chaos.State, Chaos.Input, Fuse>? = Store(initialState: Chaos.State()) { Chaos() }
  private var random: UInt64
  private var budget = 80

  /// The number of sent inputs.
  private var sent = 0

  /// Whether the current action may read the store.
  private var mayRead = true

  init(seed: UInt64) { random = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

  /// Acts repeatedly, and then checks that the store handled all sent inputs.
  static func run(seed: UInt64) async {
    let rig = Rig(seed: seed)
    for _ in 0..<15 {
      rig.act()
      if rig.next(3) == 0 { await Task.yield() }
    }
    for _ in 0..<10 { await Task.yield() }
    rig.check("at the end of seed \(seed)")
    rig.drop()
  }

  /// Starts effects, and gives the store to the caller.
  func leave() -> Store<Chaos.State, Chaos.Input, Fuse>? {
    for _ in 0..<5 {
      let effect = effect()
      send { .start($0, effect) }
    }
    defer { store = nil }
    return store
  }

  /// Releases the store after the access to the property, because released values act on it.
  private func drop() {
    let last = store
    store = nil
    withExtendedLifetime(last) {}
  }

  private func next(_ count: Int) -> Int {
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return Int(random % UInt64(count))
  }

  private func fuse(mayRead: Bool = true) -> Fuse { Fuse { self.act(mayRead: mayRead) } }

  private func send(_ input: (Int) -> Chaos.Input) {
    guard let store else { return }
    sent += 1
    store.send(input(sent))
  }

  /// Checks that the store handled each sent input once, in order.
  private func check(_ place: String) {
    guard let store else { return }
    let numbers = store.numbers
    #expect(numbers == Array(1...max(sent, 1)).prefix(numbers.count).map(\.self), "\(place)")
    if place.hasPrefix("at the end") { #expect(numbers.count == sent, "\(place)") }
  }

  /// Performs a random action.
  ///
  /// A value that a reducer releases must not read the store. Neither must the values that it releases in turn.
  private func act(mayRead isAllowed: Bool = true) {
    guard budget > 0, store != nil else { return }
    budget -= 1
    let before = mayRead
    mayRead = before && isAllowed
    defer { mayRead = before }
    switch next(24) {
    case 0..<6: send { .note($0, fuse()) }
    case 6..<9: send { .keep($0, fuse(mayRead: false)) }
    case 9..<15:
      // The unused values are released, and act, before the input takes its number.
      let effect = effect()
      send { .start($0, effect) }
    case 15: if mayRead { check("on the way") }
    case 16: listen(to: store?.outputStream)
    case 17: if mayRead { listen(to: store?.stateStream) }
    case 18:
      let fuse = fuse()
      store?.onEvent = { _ in
        self.act()
        withExtendedLifetime(fuse) {}
      }
    case 19: store?.onEvent = nil
    case 20:
      let fuse = fuse()
      guard mayRead else { return }
      withObservationTracking {
        _ = store?.numbers
      } onChange: {
        MainActor.assumeIsolated { self.act() }
        withExtendedLifetime(fuse) {}
      }
    case 21: send { .start($0, .cancel(id: "id")) }
    case 22: send { .start($0, .merge(.output(fuse()), .cancel(id: "id"), .output(fuse()))) }
    default: if next(8) == 0 { drop() }
    }
  }

  /// Returns a random effect.
  private func effect() -> Effect<Fuse, Fuse> {
    let (first, second) = (fuse(), fuse())
    let work: Effect<Fuse, Fuse> =
      switch next(6) {
      case 0:
        .run { send in
          await Task.yield()
          await send(first)
        }
      case 1: .run { @MainActor _ in self.act() }
      case 2:
        .run { send in
          for _ in 0..<3 { await send(Fuse { self.act() }) }
          withExtendedLifetime(first) {}
        }
      case 3:
        .run { _ in
          try await Task.sleep(for: .seconds(60))
          withExtendedLifetime(first) {}
        }
        .cancellable(id: "id")
      case 4:
        .run { _ in
          throw Offline()
        } catch: { _, send in
          await send(first)
        }
      default:
        .concatenate(
          .output(first),
          .run { _ in
            await withTaskCancellationHandler {
            } onCancel: {
              withExtendedLifetime(second) {}
            }
          },
          .output(second)
        )
      }
    return next(2) == 0 ? work.cancellable(id: "id", cancelInFlight: next(2) == 0) : work
  }

  /// Receives two elements, acts on each, and then stops.
  private func listen<Elements: AsyncSequence>(to elements: Elements?) where Elements.Failure == Never {
    guard let elements else { return }
    Task {
      var count = 0
      for await element in elements {
        act()
        count += 1
        withExtendedLifetime(element) {}
        if count == 2 { break }
      }
    }
  }
}

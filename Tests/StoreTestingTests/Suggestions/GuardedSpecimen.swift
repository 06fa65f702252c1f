/// Types that keep some of their properties from other files.
enum GuardedSpecimen {
  /// A state whose setters are private.
  struct Counter: Equatable {
    private(set) var count = 0
    var step = 1
    fileprivate(set) var names: [String] = []

    mutating func count(to count: Int, _ names: [String] = []) {
      self.count = count
      self.names = names
    }
  }

  /// A state with a property that tests can't read.
  struct Vault: Equatable {
    private var secret = 0
    var step = 1

    init() {}

    mutating func hide(_ secret: Int) { self.secret = secret }
  }

  /// A state that tests can't create.
  struct Sealed: Equatable {
    private(set) var count = 0
    var counter = Counter()

    init(count: Int) { self.count = count }
  }

  /// A phase with structs as payloads.
  enum Phase: Equatable {
    case empty
    case loaded(Row)
    case failed(last: Row, attempts: Int)
    case retrying(last: Row)
    case some(Row)
    case erased(any Sendable & Equatable)

    static func == (first: Self, second: Self) -> Bool { "\(first)" == "\(second)" }
  }

  /// Messages with two values, as two payloads and as one tuple.
  enum Reply {
    case pair(Int, String)
    case point((Int, Int))
  }

  /// A property of a row.
  struct Sorting {
    var key: any AnyKeyPath & Sendable = \Row.title
  }

  /// A state with a phase.
  struct Screen {
    var phase = Phase.loaded(Row(id: 1, title: "a"))
    var optional: Phase? = .retrying(last: Row(id: 1, title: "a"))
  }
}

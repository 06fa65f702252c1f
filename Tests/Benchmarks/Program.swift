/// Measures the cost of a store in a test, and prints it next to its limit.
///
///     swift run -c release Benchmarks [--quick] [--json] [--filter NAME] [--profile NAME [--times NUMBER]]
@main
enum Program {
  /// Measures the selected rows, and prints the report.
  static func main() async {
    do throws(Options.Invalid) {
      let options = try Options(CommandLine.arguments.dropFirst())
      guard !options.wantsHelp else { return print(Options.help) }
      guard options.profiled == nil else { return await profile(options) }
      let report = await measure(options)
      print(options.wantsJSON ? report.json : report.text)
    } catch {
      print("\(error)\n\n\(Options.help)")
    }
  }

  /// Measures where tests run: in the shared thread pool, and not on the main actor.
  @concurrent
  private static func measure(_ options: Options) async -> Report {
    let sampling: Sampling = options.isQuick ? .quick : .thorough
    var growths: [Growth.Result] = []
    // Memory growth is measured best while the process is small, so it comes first.
    for growth in Growth.all + Growth.composition where options.selects(growth.name) {
      growths.append(await growth.measure(sampling))
    }
    return Report(
      isOptimized: isOptimized,
      measurements: await Benchmark.measure(Benchmark.all.filter { options.selects($0.name) }, sampling),
      growths: growths
    )
  }

  /// Does one row for a while, so that a profiler sees nothing else, and prints how often.
  @concurrent
  private static func profile(_ options: Options) async {
    guard let benchmark = Benchmark.all.first(where: { options.selects($0.name) }) else { return }
    if let times = options.times { return keep(await benchmark.round(times)) }
    let clock = ContinuousClock()
    let end = clock.now + .seconds(5)
    var rounds = 0
    while clock.now < end {
      keep(await benchmark.round(1_000))
      rounds += 1
    }
    print("\(benchmark.name): \(rounds),000 times")
  }

  /// Whether this program was built with optimization. Without it, its figures mean nothing.
  private static var isOptimized: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }
}

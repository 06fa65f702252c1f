/// The program that measures the costs of stores, and prints them next to their limits.
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

  /// Measures on the shared thread pool, where tests run, instead of the main actor.
  @concurrent
  private static func measure(_ options: Options) async -> Report {
    let sampling: Sampling = options.isQuick ? .quick : .thorough
    var growths: [Growth.Result] = []
    // Memory growth comes first, because its measurement is most precise in a small process.
    for growth in Growth.all + Growth.composition where options.selects(growth.name) {
      growths.append(await growth.measure(sampling))
    }
    return Report(
      isOptimized: isOptimized,
      measurements: await Benchmark.measure(Benchmark.all.filter { options.selects($0.name) }, sampling),
      growths: growths
    )
  }

  /// Repeats only one row, for a profiler, and prints the number of repetitions.
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

  /// Whether this program was built with optimization. Without it, the figures are meaningless.
  private static var isOptimized: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }
}

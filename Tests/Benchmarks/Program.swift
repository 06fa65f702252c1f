import Dispatch
import Foundation

/// The program that measures the costs of stores, and prints them next to their limits.
///
///     swift run -c release Benchmarks [--quick] [--json] [--chart FILE] [--filter NAME] [--profile NAME [--times NUMBER]]
@main
enum Program {
  /// Runs the program in a task, while the main thread serves the main actor.
  static func main() {
    Task {
      await run()
      exit(EXIT_SUCCESS)
    }
    // The way in which Dispatch lets the main thread wait ends Valgrind 3.19.
    if CommandLine.arguments.contains("--profile") {
      RunLoop.main.run()
    } else {
      dispatchMain()
    }
  }

  /// Measures the selected rows, and prints the report.
  private static func run() async {
    do throws(Options.Invalid) {
      let options = try Options(CommandLine.arguments.dropFirst())
      guard !options.wantsHelp else { return print(Options.help) }
      guard options.profiled == nil else { return await profile(options) }
      let report = await measure(options)
      if let chart = options.chart { try write(GrowthChart(report.growths).svg, to: chart) }
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
    for growth in Growth.all + Growth.composition + Growth.spaces + Growth.recordings where options.selects(growth.name)
    {
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
    let rows = Benchmark.all
    let exact = rows.first { $0.name == options.profiled }
    guard let benchmark = exact ?? rows.first(where: { options.selects($0.name) }) else { return }
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

  private static func write(_ text: String, to path: String) throws(Options.Invalid) {
    do {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw Options.Invalid(description: "\(path) can't be written: \(error)")
    }
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

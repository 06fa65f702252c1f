#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A report of all measurements, for people or for programs.
struct Report {
  /// Whether the program was built with optimization.
  let isOptimized: Bool

  /// The measurement of each row.
  let measurements: [Measurement]

  /// The result for each growing quantity.
  let growths: [Growth.Result]

  /// The report for people.
  var text: String {
    let warning = "This is a debug build, so the figures say nothing. Run it with '-c release'.\n\n"
    let parts = [measurementTable, growths.isEmpty ? nil : growthTable].compactMap(\.self)
    return (isOptimized ? "" : warning) + parts.joined(separator: "\n\n")
  }

  /// The table of the rows.
  private var measurementTable: String {
    var table = Table([
      ("what", .leading), ("median", .trailing), ("least", .trailing), ("reach", .trailing),
      ("against its yardstick", .trailing), ("", .leading),
    ])
    for measurement in measurements {
      let benchmark = measurement.benchmark
      let ratio = measurement.ratio.map { ratio in
        let limit = benchmark.ratioGoal.map { " (under \(format($0)))" } ?? ""
        return "\(format(ratio)) x \(benchmark.yardstick?.rawValue ?? "")\(limit)"
      }
      table.append([
        benchmark.name,
        format(measurement.median),
        format(measurement.least),
        benchmark.goal.map { format($0) } ?? "",
        ratio ?? "",
        measurement.isReached.map { $0 ? "reached" : "MISSED" } ?? "",
      ])
    }
    return table.text
  }

  /// The table of the growing quantities.
  private var growthTable: String {
    var table = Table([
      ("what grows", .leading), ("items", .trailing), ("time", .trailing), ("an item", .trailing),
      ("against 10 x fewer", .trailing), ("memory", .trailing), ("an item", .trailing),
    ])
    for growth in growths {
      var fewer: Growth.Sample?
      for sample in growth.samples {
        table.append([
          fewer == nil ? growth.name : "",
          "\(sample.count)",
          format(sample.time),
          format(sample.timePerItem),
          fewer.map { "x \(format(sample.timePerItem / $0.timePerItem))" } ?? "",
          sample.memory.map { format(bytes: $0) } ?? "n/a",
          sample.memory.map { format(bytes: $0 / sample.count) } ?? "n/a",
        ])
        fewer = sample
      }
    }
    return table.text
  }
}

extension Growth.Sample {
  /// The duration of the work on one item.
  var timePerItem: Duration { time / count }
}

// MARK: - For programs

extension Report {
  /// The JSON form of a row.
  private struct Row: Encodable {
    let name: String
    let medianNanoseconds: Double
    let leastNanoseconds: Double
    let goalNanoseconds: Double?
    let yardstick: Benchmark.Yardstick?
    let ratio: Double?
    let ratioGoal: Double?
    let isReached: Bool?
  }

  /// The JSON form of an amount of a growing quantity.
  private struct Amount: Encodable {
    let name: String
    let count: Int
    let nanoseconds: Double
    let nanosecondsPerItem: Double
    let residentBytes: Int?
  }

  /// The JSON form of the report.
  private struct Document: Encodable {
    let isOptimized: Bool
    let rows: [Row]
    let growth: [Amount]
  }

  /// The report for programs.
  var json: String {
    let rows = measurements.map { measurement in
      Row(
        name: measurement.benchmark.name,
        medianNanoseconds: measurement.median / .nanoseconds(1),
        leastNanoseconds: measurement.least / .nanoseconds(1),
        goalNanoseconds: measurement.benchmark.goal.map { $0 / .nanoseconds(1) },
        yardstick: measurement.benchmark.yardstick,
        ratio: measurement.ratio,
        ratioGoal: measurement.benchmark.ratioGoal,
        isReached: measurement.isReached
      )
    }
    let amounts = growths.flatMap { growth in
      growth.samples.map { sample in
        Amount(
          name: growth.name,
          count: sample.count,
          nanoseconds: sample.time / .nanoseconds(1),
          nanosecondsPerItem: sample.timePerItem / .nanoseconds(1),
          residentBytes: sample.memory
        )
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let data = try? encoder.encode(Document(isOptimized: isOptimized, rows: rows, growth: amounts)) else {
      preconditionFailure("Figures are finite, so they can always be encoded.")
    }
    return String(decoding: data, as: UTF8.self)
  }
}

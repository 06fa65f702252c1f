/// A picture of how the cost of an item grows with the number of items: a panel for each growing quantity.
///
/// A level line means that all items together cost as much as one of few, times their number.
struct GrowthChart {
  private let growths: [Growth.Result]

  /// The measures of a panel, in pixels.
  private let width = 232.0
  private let height = 150.0
  private let columns = 4

  /// The distances of the lines from the borders of their panel.
  private let left = 14.0
  private let right = 14.0
  private let top = 46.0
  private let bottom = 26.0

  init(_ growths: [Growth.Result]) { self.growths = growths }

  /// The whole picture.
  var svg: String {
    let rows = (growths.count + columns - 1) / columns
    let size = (width * Double(columns), height * Double(rows))
    let panels = growths.enumerated().map { index, growth in
      let origin = (Double(index % columns) * width, Double(index / columns) * height)
      return "<g transform=\"translate(\(text(origin.0)) \(text(origin.1)))\">\n\(panel(growth))</g>\n"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(text(size.0))" height="\(text(size.1))" viewBox="0 0 \(text(size.0)) \(text(size.1))" font-family="Helvetica, Arial, sans-serif" font-size="11">
      <title>Time of one item, by the number of items</title>
      <rect width="100%" height="100%" fill="#fff"/>
      \(panels.joined())</svg>

      """
  }

  /// A panel: the name, the line with its values, and the numbers of items.
  private func panel(_ growth: Growth.Result) -> String {
    let points = points(growth)
    let base = height - bottom
    var lines = titleLines(growth.name).enumerated().map { number, line in
      label(line, at: (left, 16 + 13 * Double(number)), anchor: "start", color: "#111")
    }
    lines.append(
      "<line x1=\"\(text(left))\" y1=\"\(text(base))\" x2=\"\(text(width - right))\" y2=\"\(text(base))\" stroke=\"#bbb\"/>"
    )
    let path = points.map { "\(text($0.x)),\(text($0.y))" }.joined(separator: " ")
    lines.append("<polyline points=\"\(path)\" fill=\"none\" stroke=\"#0a5fb4\" stroke-width=\"2\"/>")
    for (number, (point, sample)) in zip(points, growth.samples).enumerated() {
      lines.append("<circle cx=\"\(text(point.x))\" cy=\"\(text(point.y))\" r=\"2.5\" fill=\"#0a5fb4\"/>")
      let anchor = number == 0 ? "start" : number == points.count - 1 ? "end" : "middle"
      lines.append(label(countText(sample.count), at: (point.x, base + 14), anchor: anchor, color: "#666"))
      if number == 0 || number == points.count - 1 {
        lines.append(label(format(sample.timePerItem), at: (point.x, point.y - 6), anchor: anchor, color: "#0a5fb4"))
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The places of the samples: the count by its logarithm, the time of an item from zero.
  private func points(_ growth: Growth.Result) -> [(x: Double, y: Double)] {
    let times = growth.samples.map { $0.timePerItem / .nanoseconds(1) }
    let most = max(times.max() ?? 1, 1)
    return times.enumerated().map { number, time in
      let share = growth.samples.count > 1 ? Double(number) / Double(growth.samples.count - 1) : 0
      return (left + share * (width - left - right), height - bottom - time / most * (height - top - bottom - 12))
    }
  }

  /// A name in at most two lines.
  private func titleLines(_ name: String) -> [String] {
    var lines = [""]
    for word in name.split(separator: " ") {
      let line = lines[lines.count - 1]
      if lines.count == 1, line.count + word.count > 34 {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = line.isEmpty ? String(word) : "\(line) \(word)"
      }
    }
    return lines
  }

  private func label(_ content: String, at place: (x: Double, y: Double), anchor: String, color: String) -> String {
    let escaped = content.map { ["&": "&amp;", "<": "&lt;"][$0] ?? String($0) }.joined()
    return
      "<text x=\"\(text(place.x))\" y=\"\(text(place.y))\" text-anchor=\"\(anchor)\" fill=\"\(color)\">\(escaped)</text>"
  }

  private func countText(_ count: Int) -> String { count < 1_000 ? "\(count)" : "\(count / 1_000)k" }

  /// A number of pixels, to a tenth.
  private func text(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

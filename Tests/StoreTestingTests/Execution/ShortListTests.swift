import Testing

@testable import StoreTesting

@Suite struct ShortListTests {
  /// Does the same to a list and to an array.
  private func compare(
    _ steps: (_ list: inout ShortList<Int>, _ array: inout [Int]) -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var (list, array) = (ShortList<Int>(), [Int]())
    steps(&list, &array)
    #expect(Array(list) == array, sourceLocation: sourceLocation)
    #expect(list.count == array.count, sourceLocation: sourceLocation)
    #expect(list.first == array.first && list.last == array.last, sourceLocation: sourceLocation)
  }

  @Test("elements stand in the order in which they came", arguments: 0...3)
  func order(_ count: Int) {
    compare { list, array in
      for element in 0..<count {
        list.append(element)
        array.append(element)
      }
    }
  }

  @Test("an element is taken out wherever it stands", arguments: 0..<3)
  func removal(_ place: Int) {
    compare { list, array in
      list += [1, 2, 3]
      array += [1, 2, 3]
      #expect(list.remove(at: place) == array.remove(at: place))
    }
  }

  @Test("a list that has become empty is as good as new")
  func refilling() {
    compare { list, array in
      list += [1, 2]
      list.removeAll()
      #expect(list.isEmpty)
      list.append(3)
      #expect(list.remove(at: 0) == 3)
      list.append(4)
      array = [4]
    }
  }

  @Test("elements are changed where they stand, and replaced by more or by fewer")
  func changes() {
    compare { list, array in
      list += [1, 2, 3, 4]
      array += [1, 2, 3, 4]
      for place in [0, 2] {
        list[place] *= 10
        array[place] *= 10
      }
      list.removeAll { $0 % 20 == 10 }
      array.removeAll { $0 % 20 == 10 }
      list.replaceSubrange(1..<2, with: [7, 8])
      array.replaceSubrange(1..<2, with: [7, 8])
    }
  }
}

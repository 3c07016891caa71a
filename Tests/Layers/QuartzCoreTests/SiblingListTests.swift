import XCTest

@_spi(Views) @testable import QuartzCore

/// The list of sublayers and subviews beside an array, and what its edits move.
final class SiblingListTests: XCTestCase {
    private final class Item {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    /// Returns the elements that the list's array has moved since it had `before` elements.
    private func moved(_ list: borrowing SiblingList<Item>, _ before: inout Int) -> Int {
        let count = list.array.count
        defer { before = count }
        return count == before ? 0 : count
    }

    func testRandomEditsAreThoseOfAnArray() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<60 {
            var list = SiblingList<Item>(), model: [Item] = [], next = 0
            // Bursts at one end, between edits and reads anywhere.
            for _ in 0..<40 {
                let kind = Int.random(in: 0..<8, using: &random)
                for _ in 0..<Int.random(in: 1...50, using: &random) {
                    switch kind {
                    case 0, 1, 2:
                        let index = kind == 0 ? 0 : kind == 1 ? model.count : Int.random(in: 0...model.count, using: &random)
                        let item = Item(next)
                        next += 1
                        list.insert(item, at: index)
                        model.insert(item, at: index)
                    case 3, 4, 5:
                        guard !model.isEmpty else { continue }
                        let index = kind == 3 ? 0 : kind == 4 ? model.count - 1 : Int.random(in: 0..<model.count, using: &random)
                        XCTAssertTrue(list.remove(at: index) === model.remove(at: index))
                    case 6:
                        guard !model.isEmpty else { continue }
                        let index = Int.random(in: 0..<model.count, using: &random), item = Item(next)
                        next += 1
                        list.replace(at: index, with: item)
                        model[index] = item
                    default: XCTAssertEqual(list.all.map(\.number), model.map(\.number))
                    }
                    XCTAssertEqual(list.count, model.count)
                    XCTAssertEqual(list.isEmpty, model.isEmpty)
                    if let last = model.last {
                        XCTAssertTrue(list[0] === model[0] && list[model.count - 1] === last)
                        let index = Int.random(in: 0..<model.count, using: &random)
                        XCTAssertTrue(list[index] === model[index])
                        XCTAssertEqual(list.firstIndex(identicalTo: model[index]), index)
                    }
                    XCTAssertNil(list.firstIndex(identicalTo: Item(0)))
                }
            }
            XCTAssertEqual(list.all.map(\.number), model.map(\.number))
            list.set(model.reversed())
            XCTAssertEqual(list.all.map(\.number), model.map(\.number).reversed())
        }
    }

    /// No slot of the array keeps an element that has left.
    func testRemovedElementsAreReleased() {
        for order in [Array(0..<100), Array((0..<100).reversed()), (0..<100).map { $0 % 2 == 0 ? $0 / 2 : 99 - $0 / 2 }] {
            var list = SiblingList<Item>()
            weak var watched: Item?
            for i in 0..<100 { list.insert(Item(i), at: i) }
            for number in order {
                guard let index = (0..<list.count).first(where: { list[$0].number == number }) else { return XCTFail("\(number)") }
                watched = list[index]
                XCTAssertNotNil(watched)
                list.remove(at: index)
                XCTAssertNil(watched, "\(number) is kept")
            }
            XCTAssertTrue(list.isEmpty)
        }
    }

    func testEditsAtTheFrontMoveNothing() {
        for count in [1000, 2000, 4000] {
            var list = SiblingList<Item>(), size = 0, moves = 0
            for i in 0..<count {
                list.insert(Item(i), at: 0)
                moves += moved(list, &size)
            }
            XCTAssertEqual(moves, 1, "all but the first insertion wait")
            XCTAssertEqual(list.all.first?.number, count - 1)
            size = list.array.count
            while list.count > 1 {
                list.remove(at: 0)
                moves += moved(list, &size)
            }
            XCTAssertLessThan(moves, 2 * count, "removals in order move each element about once")
        }
    }

    /// A queue that is never read as an array does not grow.
    func testAQueueStaysSmall() {
        var list = SiblingList<Item>()
        for i in 0..<10_000 {
            list.insert(Item(i), at: list.count)
            if list.count > 10 { list.remove(at: 0) }
        }
        XCTAssertLessThan(list.array.count, 100)
    }

    func testLayersAndTheirOrderAfterEditsAtBothEnds() {
        let root = CALayer(), layers = (0..<200).map { _ in CALayer() }
        for (i, layer) in layers.enumerated() { root.insertSublayer(layer, at: i % 3 == 0 ? 0 : UInt32(root.sublayerList.count)) }
        XCTAssertNotNil(root.sublayerList.front, "the list was not read")
        var model: [CALayer] = []
        for (i, layer) in layers.enumerated() { model.insert(layer, at: i % 3 == 0 ? 0 : model.count) }
        for _ in 0..<50 { model.removeFirst().removeFromSuperlayer() }
        XCTAssertEqual(root.sublayers, model)
        root.insertSublayer(model[100], below: model[0])
        model.insert(model.remove(at: 100), at: 0)
        root.insertSublayer(model[0], above: model[20])
        model.insert(model.remove(at: 0), at: 20)
        XCTAssertEqual(root.sublayers, model)
    }
}

/// The edges that cross a sweep line, from left to right. They are kept in rows of some hundred, so that a comb of a million teeth does
/// not shift a million numbers at each of its ends.
struct ActiveEdges {
    struct Place {
        fileprivate var row: Int
        fileprivate var offset: Int
    }

    /// The rows. No row is empty, unless it is the only one.
    private var rows: [[Int32]] = [[]]

    private static let longest = 512

    /// Returns the first place at which `isBefore` is false, as it is for all edges after that place.
    @inline(__always)
    func place(where isBefore: (Int32) -> Bool) -> Place {
        var low = 0, high = rows.count - 1
        while low < high {
            let middle = (low + high) / 2
            if isBefore(rows[middle][rows[middle].count - 1]) { low = middle + 1 } else { high = middle }
        }
        let row = low
        low = 0
        high = rows[row].count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(rows[row][middle]) { low = middle + 1 } else { high = middle }
        }
        return Place(row: row, offset: low)
    }

    func edge(before place: Place) -> Int32? {
        if place.offset > 0 { return rows[place.row][place.offset - 1] }
        return place.row > 0 ? rows[place.row - 1].last : nil
    }

    /// Removes up to `most` consecutive edges that end at a place, and inserts others there. Returns the number of removed edges.
    mutating func replace(at place: Place, most: Int, where isEnding: (Int32) -> Bool, with others: [Int32]) -> Int {
        var taken = 0
        func count(from offset: Int, in row: [Int32]) -> Int {
            var end = offset
            while end < row.count, taken + end - offset < most, isEnding(row[end]) { end += 1 }
            return end - offset
        }
        let here = count(from: place.offset, in: rows[place.row])
        taken = here
        while place.row + 1 < rows.count, place.offset + here == rows[place.row].count, taken < most {
            let more = count(from: 0, in: rows[place.row + 1])
            taken += more
            if more < rows[place.row + 1].count {
                rows[place.row + 1].removeFirst(more)
                break
            }
            rows.remove(at: place.row + 1)
        }
        rows[place.row].replaceSubrange(place.offset..<(place.offset + here), with: others)
        tidy(place.row)
        return taken
    }

    mutating func removeAll(where isDone: (Int32) -> Bool) {
        let rest = rows.joined().filter { !isDone($0) }
        rows = [rest]
        tidy(0)
    }

    private mutating func tidy(_ row: Int) {
        let count = rows[row].count
        if count == 0, rows.count > 1 {
            rows.remove(at: row)
        } else if count > ActiveEdges.longest {
            let all = rows[row]
            let pieces = stride(from: 0, to: count, by: ActiveEdges.longest / 2).map {
                Array(all[$0..<min(count, $0 + ActiveEdges.longest / 2)])
            }
            rows.replaceSubrange(row...row, with: pieces)
        }
    }
}

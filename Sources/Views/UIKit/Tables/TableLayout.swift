import QuartzCore

/// Where the rows, headers and footers of a table stand, down its content.
struct TableLayout {
    struct Section {
        var top: CGFloat = 0
        var header: CGFloat = 0
        var footer: CGFloat = 0
        /// Of rows that were not measured, an estimate.
        var rows: [CGFloat] = []
        /// Where the rows begin, and one more: where the last ends. From the top of the section's first row.
        var offsets: [CGFloat] = [0]
        var rowsTop: CGFloat { top + header }
        var rowsBottom: CGFloat { rowsTop + (offsets.last ?? 0) }
        var bottom: CGFloat { rowsBottom + footer }
    }

    var sections: [Section] = []
    /// Where the first section begins.
    var top: CGFloat = 0
    private(set) var bottom: CGFloat = 0

    /// Adds up all heights.
    mutating func add() {
        var y = top
        for index in sections.indices {
            sections[index].top = y
            var offset: CGFloat = 0
            sections[index].offsets.removeAll(keepingCapacity: true)
            sections[index].offsets.append(0)
            for height in sections[index].rows {
                offset += height
                sections[index].offsets.append(offset)
            }
            y = sections[index].bottom
        }
        bottom = y
    }

    func contains(_ path: IndexPath) -> Bool {
        path.count == 2 && sections.indices.contains(path.section) && sections[path.section].rows.indices.contains(path.row)
    }

    func frame(_ path: IndexPath, _ width: CGFloat) -> CGRect {
        guard contains(path) else { return .zero }
        let section = sections[path.section]
        return CGRect(x: 0, y: section.rowsTop + section.offsets[path.row], width: width, height: section.rows[path.row])
    }

    /// The rows that reach into a part of the content, from top to bottom.
    func rows(from low: CGFloat, to high: CGFloat) -> [IndexPath] {
        guard high > low else { return [] }
        var found: [IndexPath] = []
        for (number, section) in sections.enumerated() where section.rowsBottom > low && section.rowsTop < high {
            // The first row that ends below the upper edge.
            var first = 0, last = section.rows.count
            while first < last {
                let middle = (first + last) / 2
                if section.rowsTop + section.offsets[middle + 1] > low { last = middle } else { first = middle + 1 }
            }
            var row = first
            while row < section.rows.count, section.rowsTop + section.offsets[row] < high {
                found.append(IndexPath(row: row, section: number))
                row += 1
            }
        }
        return found
    }

    func row(at y: CGFloat) -> IndexPath? { rows(from: y, to: y + 0.001).first { frame($0, 1).minY <= y } }
}

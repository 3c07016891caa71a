import QuartzCore

/// The vertical positions of a table's rows, headers and footers in its content.
struct TableLayout {
    struct Section {
        var top: CGFloat = 0
        var header: CGFloat = 0
        var footer: CGFloat = 0
        /// The heights of rows; estimates for rows that haven't been measured.
        var rows: [CGFloat] = []
        /// The upper edges of the rows, relative to the first row of the section, and the lower edge of the last row.
        var offsets: [CGFloat] = [0]
        var rowsTop: CGFloat { top + header }
        var rowsBottom: CGFloat { rowsTop + (offsets.last ?? 0) }
        var bottom: CGFloat { rowsBottom + footer }
    }

    var sections: [Section] = []
    /// The upper edge of the first section.
    var top: CGFloat = 0
    private(set) var bottom: CGFloat = 0

    /// Recomputes all positions from the heights.
    mutating func add() {
        var y = top
        for index in sections.indices {
            sections[index].top = y
            var offset: CGFloat = 0, offsets: [CGFloat] = [0]
            offsets.reserveCapacity(sections[index].rows.count + 1)
            for height in sections[index].rows {
                offset += height
                offsets.append(offset)
            }
            sections[index].offsets = offsets
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

    /// Returns the rows that overlap a vertical range of the content, from top to bottom.
    func rows(from low: CGFloat, to high: CGFloat) -> [IndexPath] {
        guard high > low else { return [] }
        var found: [IndexPath] = []
        for (number, section) in sections.enumerated() where section.rowsBottom > low && section.rowsTop < high {
            // Find the first row that ends below the upper edge.
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

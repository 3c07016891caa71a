import CoreGraphics

/// All lines of a text below each other, from the top left corner, y downwards: what views are drawn with.
package struct TextColumn {
    /// One line and where it stands.
    package struct Row {
        package let line: CTLine
        /// Where the line begins, by its paragraph's alignment.
        package let x: CGFloat
        package let baseline: CGFloat
        /// Its lower edge, its font's leading included.
        package let bottom: CGFloat

        package init(line: CTLine, x: CGFloat, baseline: CGFloat, bottom: CGFloat) {
            (self.line, self.x, self.baseline, self.bottom) = (line, x, baseline, bottom)
        }
    }

    package let rows: [Row]
    /// The widest line's, with its indents.
    package let width: CGFloat
    package let height: CGFloat
}

extension CTFramesetter {
    /// Sets the whole text.
    /// - Parameter width: of the column; infinite where nothing is to be wrapped or aligned.
    package func column(width: CGFloat) -> TextColumn {
        // A column without width still has a letter in each line.
        let width = width.isFinite && width < 1e9 ? max(0.001, width) : .greatestFiniteMagnitude
        let box = CGRect(x: 0, y: 0, width: width, height: .greatestFiniteMagnitude)
        let set = FrameFiller(layout: layout, shape: .box(box)).fill(0..<layout.source.units.count)
        let rows = zip(set.lines, set.origins).map { line, origin in
            TextColumn.Row(line: line, x: origin.x, baseline: -origin.y, bottom: -origin.y + line.descent + line.leading)
        }
        return TextColumn(rows: rows, width: set.width, height: set.height)
    }
}

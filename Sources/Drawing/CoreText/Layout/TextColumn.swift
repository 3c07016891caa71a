import CoreGraphics

/// All lines of a text below each other, from the top left corner, y downwards, in the form that views draw.
package struct TextColumn {
    /// One line and its position.
    package struct Row {
        package let line: CTLine
        /// The start of the line, by its paragraph's alignment.
        package let x: CGFloat
        package let baseline: CGFloat
        /// The line's lower edge, including its font's leading.
        package let bottom: CGFloat

        package init(line: CTLine, x: CGFloat, baseline: CGFloat, bottom: CGFloat) {
            (self.line, self.x, self.baseline, self.bottom) = (line, x, baseline, bottom)
        }
    }

    package let rows: [Row]
    /// The width of the widest line, with its indents.
    package let width: CGFloat
    package let height: CGFloat
    /// The space that the first paragraph requests above it, and the last one below it, in a longer text.
    package let spaceAbove, spaceBelow: CGFloat
}

extension CTFramesetter {
    /// Lays out the whole text.
    /// - Parameter width: the width of the column; infinite for no wrapping or alignment.
    package func column(width: CGFloat) -> TextColumn {
        // A column without width still has one letter in each line.
        let width = width.isFinite && width < 1e9 ? max(0.001, width) : .greatestFiniteMagnitude
        let box = CGRect(x: 0, y: 0, width: width, height: .greatestFiniteMagnitude)
        let set = FrameFiller(layout: layout, shape: .box(box)).fill(0..<layout.source.units.count)
        let rows = zip(set.lines, set.origins).map { line, origin in
            TextColumn.Row(line: line, x: origin.x, baseline: -origin.y, bottom: -origin.y + line.descent + line.leading)
        }
        var above: CGFloat = 0, below: CGFloat = 0
        if let last = layout.source.paragraphs.indices.last {
            above = layout.paragraph(0).values.paragraphSpacingBefore
            let values = layout.paragraph(last).values
            below = min(max(values.lineSpacing, values.minimumLineSpacing), values.maximumLineSpacing) + values.paragraphSpacing
        }
        return TextColumn(rows: rows, width: set.width, height: set.height, spaceAbove: above, spaceBelow: below)
    }
}

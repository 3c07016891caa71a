/// Lines and columns of a text.
struct LineTable {
    /// Where each line starts, in UTF-8 bytes.
    private let starts: [Int]

    init(_ bytes: [UInt8]) {
        var starts = [0]
        for (offset, byte) in bytes.enumerated() where byte == newline { starts.append(offset + 1) }
        self.starts = starts
    }

    /// The line and column of a byte, counted from one.
    func position(of offset: Int) -> (line: Int, column: Int) {
        var low = 0, high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return (low + 1, offset - starts[low] + 1)
    }
}

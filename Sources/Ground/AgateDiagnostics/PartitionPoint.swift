extension RandomAccessCollection {
    /// Returns the index of the first element that does not fulfil a condition, which all elements before it fulfil and none after it.
    @inlinable
    package func partitionPoint(_ isBefore: (Element) throws -> Bool) rethrows -> Index {
        var low = startIndex, count = self.count
        while count > 0 {
            let half = count / 2, middle = index(low, offsetBy: half)
            if try isBefore(self[middle]) {
                low = index(after: middle)
                count -= half + 1
            } else {
                count = half
            }
        }
        return low
    }
}

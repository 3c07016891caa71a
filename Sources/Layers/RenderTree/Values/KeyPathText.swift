extension String {
    /// The index of the first dot of a key path. The bytes are compared: characters of a string are found by Unicode's rules, which takes a
    /// hundred times as long.
    package var firstDot: String.Index? {
        let dot = UInt8(ascii: ".")
        // In one piece of memory, which nearly every string is. The search of the view would be generic code.
        guard let offset = utf8.withContiguousStorageIfAvailable({ $0.firstIndex(of: dot) }) else { return utf8.firstIndex(of: dot) }
        return offset.map { utf8.index(startIndex, offsetBy: $0) }
    }
}

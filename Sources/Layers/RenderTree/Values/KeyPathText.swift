extension StringProtocol {
    /// The index of the first dot of a key path. The bytes are compared: characters of a string are found by Unicode's rules, which takes a
    /// hundred times as long.
    package var firstDot: String.Index? { utf8.firstIndex(of: UInt8(ascii: ".")) }
}

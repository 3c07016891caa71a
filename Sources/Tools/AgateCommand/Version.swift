extension AgateCommand {
    /// The version of Agate. `agate --version` prints it, and `make release` reads it from here for every package.
    static let version = "0.1.0"
}

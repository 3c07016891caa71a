import Foundation

/// The compiler that everything is built with.
enum Compiler {
    /// Variables of the environment that choose another compiler, or other libraries for it.
    static let variables = [
        "SWIFT_EXEC", "SWIFT_VERSION", "SWIFT_EXEC_MANIFEST", "SWIFT_DRIVER_SWIFT_FRONTEND_EXEC", "TOOLCHAINS", "SDKROOT", "CC", "CXX",
        "CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH", "PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR",
    ]

    /// What it says of itself. `agate` has asked already, and passes on the answer.
    static func version() throws -> String {
        if let text = ProcessInfo.processInfo.environment["AGATE_COMPILER"], !text.isEmpty { return text }
        return try Program.capture("swift", ["--version"]).output
    }

    /// Tells this compiler from others: two of one version may lie in two places, with other libraries.
    static func identity() throws -> String {
        identity(version: try version(), place: Files.absolute(try Program.find("swift")), ProcessInfo.processInfo.environment)
    }

    static func identity(version: String, place: String, _ environment: [String: String]) -> String {
        var digest = Digest()
        digest.add(version)
        digest.add(place)
        for name in variables { digest.add("\(name)=\(environment[name] ?? "")") }
        return digest.text
    }
}

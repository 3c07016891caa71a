import ArgumentParser
import ImageIO

/// What every command that writes files has.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Allow an output to overwrite a file that is read, which is an error otherwise.") var overwriteInputs = false

    /// From here on, readers note what they read, and outputs are compared with it.
    @discardableResult
    func begin() -> FileClaims {
        let claims = FileClaims(overwritesInputs: overwriteInputs)
        FileClaims.current = claims
        return claims
    }
}

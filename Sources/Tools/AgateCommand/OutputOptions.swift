import ArgumentParser
import ImageIO

/// The options of every command that writes files.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Allow an output to overwrite a file that is read, which is an error otherwise.") var overwriteInputs = false

    /// Begins to record the files that are read, with which outputs are compared.
    @discardableResult
    func begin() -> FileClaims {
        let claims = FileClaims(overwritesInputs: overwriteInputs)
        FileClaims.current = claims
        return claims
    }
}

internal import SwiftSyntax

/// The standard streams, where a function of C takes one. Apple's are computed; Linux's are variables of C, which Swift 6 refuses.
///
///     fputs("text\n", stderr)     ->  fputs("text\n", standardErrorStream)
enum StandardStreamRule {
    static let name = "standard stream"

    static func apply(to node: FunctionCallExprSyntax, in lowering: FileLowering) {
        guard let function = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text, functions.contains(function) else {
            return
        }
        for argument in node.arguments {
            guard let stream = argument.expression.as(DeclReferenceExprSyntax.self)?.baseName, let name = streams[stream.text] else {
                continue
            }
            lowering.file.count(Self.name)
            lowering.file.replace(stream, with: name)
        }
    }

    private static let streams = ["stdin": "standardInputStream", "stdout": "standardOutputStream", "stderr": "standardErrorStream"]
    private static let functions: Set<String> = [
        "fputs", "fputc", "putc", "fwrite", "vfprintf", "fflush", "setbuf", "setvbuf", "setlinebuf", "fileno", "fgets", "fgetc", "getc",
        "fread", "feof",
        "ferror", "clearerr", "flockfile", "funlockfile", "getline", "fclose", "ungetc",
    ]
}

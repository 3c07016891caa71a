import Foundation

let words = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8).split(separator: "\n")
#if os(iOS)
#error("a tool of the build runs on this machine")
#endif
let text = "import UIKit\n\nfinal class Words: NSObject {\n    @objc func all() -> String { \"\(words.joined(separator: " "))\" }\n}\n"
try text.write(toFile: CommandLine.arguments[2], atomically: true, encoding: .utf8)

import AgateRecording
import CInspectorPage
import CoreGraphics
import Foundation

/// The inspector's page as one HTML text, which contains the style, the script and, for a report, all data.
package enum InspectorPage {
    private static func text(_ text: agate_page_text) -> String {
        String(decoding: UnsafeRawBufferPointer(start: text.bytes, count: text.size), as: UTF8.self)
    }

    /// The modules as one script.
    private static var script: String {
        text(agate_page_scripts()).split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("import ") }
            .map { $0.hasPrefix("export ") ? $0.dropFirst(7) : $0 }
            .joined(separator: "\n")
    }

    /// - Parameter data: The content of a report, as JSON; nil for a page that queries a program.
    package static func html(data: String? = nil) -> String {
        // The end of a script element must not occur in the data.
        let safe = (data ?? "null").replacingOccurrences(of: "<", with: "\\u003c")
        return text(agate_page_html()).replacingOccurrences(of: "/*STYLE*/", with: text(agate_page_style()))
            .replacingOccurrences(of: "/*SCRIPT*/", with: script)
            .replacingOccurrences(of: "/*DATA*/", with: safe)
    }
}

/// A recording as a self-contained page, for artefacts of CI.
package enum InspectionReport {
    /// The number of times with pictures, and the largest total length of these, in characters.
    private static let looks = 40, pictureLimit = 24 << 20

    package static func html(_ recording: Recording) -> String { InspectorPage.html(data: data(recording)) }

    /// Returns the page's data as JSON.
    package static func data(_ recording: Recording) -> String {
        let inspected = InspectedRecording(recording)
        let count = recording.frameTimes.count
        let numbers = count <= looks ? Array(0..<count) : (0..<looks).map { $0 * (count - 1) / (looks - 1) }
        var size = 0
        var all = numbers.map { number in
            let look = inspected.look(atFrame: number, withPicture: size < pictureLimit)
            size += look.picture?.utf8.count ?? 0
            return look
        }
        if all.isEmpty { all = [inspected.look(at: recording.span.upperBound)] }
        var data = JSONText()
        data.object { data in
            data.key("hello")
            data.json(InspectorJSON.text(inspected.hello(mode: "report")))
            data.key("looks")
            data.array { data in for look in all { data.json(look.json()) } }
            for (name, request) in [
                ("frames" as StaticString, InspectorRequest.frames), ("log", .log), ("timeline", .timeline), ("input", .input),
                ("advice", .advice), ("trace", .trace),
            ] {
                data.key(name)
                data.json(inspected.answer(request) ?? "null")
            }
        }
        return data.text
    }
}

import AgateRecording
import CoreGraphics
import Foundation

/// The inspector's page as one HTML text, which contains the style, the script and, for a report, all data.
package enum InspectorPage {
    /// The scripts in the order of their dependencies. Each is a separate module in Sources/Tools/AgateInspector/Page; here they are
    /// concatenated.
    private static var scripts: [[UInt8]] {
        typealias R = PackageResources
        return [R.connection_js, R.tree_js, R.measure_js, R.picture_js, R.values_js, R.curve_js, R.timeline_js, R.lists_js, R.main_js]
    }

    private static func joined() -> String {
        scripts.map { bytes in
            String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.hasPrefix("import ") }
                .map { $0.hasPrefix("export ") ? $0.dropFirst(7) : $0 }
                .joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// - Parameter data: The content of a report, as JSON; nil for a page that queries a program.
    package static func html(data: String? = nil) -> String {
        let page = String(decoding: PackageResources.page_html, as: UTF8.self)
        // The end of a script element must not occur in the data.
        let safe = (data ?? "null").replacingOccurrences(of: "<", with: "\\u003c")
        return page.replacingOccurrences(of: "/*STYLE*/", with: String(decoding: PackageResources.style_css, as: UTF8.self))
            .replacingOccurrences(of: "/*SCRIPT*/", with: joined())
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

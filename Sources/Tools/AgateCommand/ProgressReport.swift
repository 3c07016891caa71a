import Agate
import ArgumentParser
import Foundation
import ImageIO

/// How a command says how far it is.
enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
    /// A bar, where standard error is a terminal.
    case bar
    /// A line of JSON on standard error, four times a second at most, and one at the end.
    case json
    case none
}

/// What `--progress` says: how far a transition is, or how progress is reported. Each may be given once.
enum ProgressArgument: ExpressibleByArgument {
    /// 0 to 1.
    case transition(Double)
    case style(ProgressStyle)

    init?(argument: String) {
        if let style = ProgressStyle(argument: argument) {
            self = .style(style)
        } else if let value = Double(argument), (0...1).contains(value) {
            self = .transition(value)
        } else {
            return nil
        }
    }
}

/// What happens while films are made, for people, programs and monitors.
struct ProgressReport {
    private let style: ProgressStyle
    private let metrics: String?
    private let begin = ProcessInfo.processInfo.systemUptime
    private var lastLine = -1.0, lastMetrics = -1.0
    private var frames = 0, films = 0, kept = 0, failed = 0
    private var bar: ProgressBar?

    /// - Parameter metrics: a file for Prometheus' collector of text files, in OpenMetrics' format.
    init(_ style: ProgressStyle?, metrics: String?) {
        self.style = style ?? .bar
        self.metrics = metrics
    }

    private var seconds: Double { ProcessInfo.processInfo.systemUptime - begin }

    /// A frame was drawn.
    mutating func frame(_ progress: FilmProgress, file: String) {
        frames += 1
        switch style {
        case .bar:
            if bar == nil || progress.frame == 1 { bar = ProgressBar(total: progress.frameCount) }
            bar?.update(progress.frame, remaining: progress.remaining)
        case .json:
            if seconds - lastLine >= 0.25 {
                lastLine = seconds
                line([
                    "event": "frame", "file": file, "frame": progress.frame, "frames": progress.frameCount,
                    "remaining": rounded(progress.remaining),
                ])
            }
        case .none: break
        }
        // Often enough for a monitor that looks every fifteen seconds.
        if metrics != nil, seconds - lastMetrics >= 5 {
            lastMetrics = seconds
            try? writeMetrics()
        }
    }

    /// A film is complete, or was there.
    mutating func film(_ file: String, isKept: Bool, row: Int? = nil) {
        bar?.finish()
        if isKept { kept += 1 } else { films += 1 }
        if style == .json { line(["event": isKept ? "kept" : "made", "file": file, "row": row as Any?]) }
    }

    /// A row is no film.
    mutating func failure(row: Int, _ reason: String) {
        bar?.finish()
        failed += 1
        if style == .json { line(["event": "failed", "row": row, "reason": reason]) }
    }

    /// The end, also after an error.
    mutating func finish(status: Int32) {
        bar?.finish()
        if style == .json { line(["event": "end", "status": Int(status), "films": films, "kept": kept, "failed": failed]) }
        // The refusal of an output is already reported; the other reports are not wanted.
        if metrics != nil, FileClaims.current?.hasRefused != true {
            do { try writeMetrics(status) } catch { StandardError.say("\(error)") }
        }
    }

    private func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

    private func line(_ values: [String: Any?]) {
        var values = values.compactMapValues { $0 }
        values["seconds"] = rounded(seconds)
        values["frames_done"] = frames
        guard let data = try? JSONSerialization.data(withJSONObject: values, options: [.sortedKeys, .withoutEscapingSlashes]) else {
            return
        }
        StandardError.say(json: data)
    }

    private func writeMetrics(_ status: Int32? = nil) throws {
        guard let metrics else { return }
        var text = ""
        func add(_ name: String, _ kind: String, _ help: String, _ value: String, unit: String? = nil) {
            text += "# TYPE \(name) \(kind)\n"
            if let unit { text += "# UNIT \(name) \(unit)\n" }
            text += "# HELP \(name) \(help)\n\(name)\(kind == "counter" ? "_total" : "") \(value)\n"
        }
        add("agate_frames", "counter", "Frames drawn.", "\(frames)")
        add("agate_films", "counter", "Films completed.", "\(films)")
        add("agate_films_kept", "counter", "Films that were there already.", "\(kept)")
        add("agate_rows_failed", "counter", "Rows of a table that are no films.", "\(failed)")
        add("agate_elapsed_seconds", "gauge", "Time since the start.", "\(rounded(seconds))", unit: "seconds")
        add(
            "agate_last_update_timestamp_seconds", "gauge", "When this was written.", "\(rounded(Date().timeIntervalSince1970))",
            unit: "seconds")
        if let status { add("agate_exit_status", "gauge", "What the program ended with.", "\(status)") }
        try OutputFile.write(Data((text + "# EOF\n").utf8), to: metrics, syncs: false)
    }
}

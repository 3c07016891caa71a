import Agate
import ArgumentParser
import Foundation
import ImageIO

/// The style in which a command reports its progress.
enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
    /// A bar, if standard error is a terminal.
    case bar
    /// A line of JSON on standard error, four times a second at most, and one at the end.
    case json
    case none
}

/// The value of `--progress`: the progress of a transition, or the style of reports. Each may be given once.
enum ProgressArgument: ExpressibleByArgument {
    /// A progress of 0 to 1.
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

/// Reports the making of films to people, programs and monitors.
struct ProgressReport {
    private let style: ProgressStyle
    private let metrics: String?
    private let begin = ProcessInfo.processInfo.systemUptime
    private var lastLine = -1.0, lastMetrics = -1.0
    private var frames = 0, films = 0, kept = 0, failed = 0
    private var bar: ProgressBar?

    /// - Parameter metrics: A file for Prometheus' textfile collector, in OpenMetrics format.
    init(_ style: ProgressStyle?, metrics: String?) {
        self.style = style ?? .bar
        self.metrics = metrics
    }

    private var seconds: Double { ProcessInfo.processInfo.systemUptime - begin }

    /// Reports that a frame was drawn.
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
        // Often enough for a monitor that polls every fifteen seconds.
        if metrics != nil, seconds - lastMetrics >= 5 {
            lastMetrics = seconds
            try? writeMetrics()
        }
    }

    /// Reports that a film is complete, or already existed.
    mutating func film(_ file: String, isKept: Bool, row: Int? = nil) {
        bar?.finish()
        if isKept { kept += 1 } else { films += 1 }
        if style == .json { line(["event": isKept ? "kept" : "made", "file": file, "row": row as Any?]) }
    }

    /// Reports that a row failed.
    mutating func failure(row: Int, _ reason: String) {
        bar?.finish()
        failed += 1
        if style == .json { line(["event": "failed", "row": row, "reason": reason]) }
    }

    /// Reports the end, also after an error.
    mutating func finish(status: Int32) {
        bar?.finish()
        if style == .json { line(["event": "end", "status": Int(status), "films": films, "kept": kept, "failed": failed]) }
        // A refused output is already reported, and the other reports must not be written.
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

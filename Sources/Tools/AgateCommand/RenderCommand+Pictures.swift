import Agate
import AgateBatch
import AgateFormats
import ArgumentParser
import Foundation
import ImageIO
import QuartzCore

/// Pictures of single times, the values of a template, and the names of output files.
extension RenderCommand {
    func validatePictures() throws {
        if at != nil, time != nil || duration != nil || frames != nil || fps != nil || chunk != nil || data != nil {
            throw ValidationError("--at and --time, --fps, --duration, --frames, --chunk, --data exclude each other")
        }
        if let at, at.times.count > 1, let output, !output.contains(Self.timePlace) {
            throw ValidationError("-o needs \(Self.timePlace) for the times, such as 'shot-\(Self.timePlace).png'")
        }
        if !values.isEmpty, data != nil { throw ValidationError("--set and --data exclude each other: the rows fill the template") }
        for value in values where isFit(value) && ImageFit(rawValue: value.value) == nil {
            throw ValidationError(
                "--set \(value.name): \"\(value.value)\" is not one of \(ImageFit.allCases.map(\.rawValue).joined(separator: ", "))")
        }
    }

    // MARK: Values

    /// Returns true if the value is the fit of an image: `NAME.fit` for the image NAME.
    private func isFit(_ value: ValueArgument) -> Bool {
        value.name.hasSuffix(".fit") && values.contains { $0.name == value.name.dropLast(4) }
    }

    /// The values for the template, in the order of the command line.
    var filled: [RenderSettings.Value] {
        values.filter { !isFit($0) }.map { value in
            let fit = values.last { $0.name == "\(value.name).fit" }.flatMap { ImageFit(rawValue: $0.value) }
            return RenderSettings.Value(name: value.name, value: value.value, fit: fit)
        }
    }

    // MARK: Pictures

    /// Makes one picture for each time, the earliest first, so that each equals a film's frame of its time.
    func pictures(_ output: String) throws {
        let pictures = (at?.times ?? [time ?? 0]).map { (time: $0, path: Self.path(output, $0)) }
        if output != "-" { for picture in pictures { try checkStill(picture.path) } }
        let settings = settings(), scene = try settings.open()
        let show = try settings.show(scene)
        if output != "-" { for picture in pictures { try FileClaims.current?.write(picture.path, as: role(picture.time)) } }
        for diagnostic in scene.diagnostics { StandardError.say(diagnostic.message) }
        if let last = at?.times.last ?? time { sayEnd(of: scene, last) }
        for picture in pictures {
            let image = show.image(at: picture.time)
            try Interruption.check()
            if output == "-" {
                try StandardOutput.write(ImageCodec.encodePNG(image))
            } else {
                try ImageCodec.writePNG(image, to: picture.path)
            }
            sayName(picture.path)
        }
    }

    private func role(_ time: Double) -> String { at == nil ? "the picture" : "the picture of \(TimesArgument.text(time)) s" }

    private func sayEnd(of scene: any Scene, _ time: Double) {
        guard let end = scene.end, time > end + 1e-9 else { return }
        StandardError.say("\(file): \(Report.number(time)) s is after the end at \(Report.number(end)) s; the last frame is used")
    }

    /// Prints the name of the output, if the user did not specify it.
    func sayName(_ output: String) { if self.output == nil { StandardError.say("wrote \(output)") } }

    // MARK: Names

    private static let timePlace = "{time}"

    /// Returns the name of the picture of a time.
    static func path(_ output: String, _ time: Double) -> String {
        output.replacingOccurrences(of: timePlace, with: TimesArgument.text(time))
    }

    /// For `Clock.ca`: `Clock.png`, `Clock-0000.png` and so on, or `Clock-1.5.png`.
    var defaultOutput: String {
        let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        return at != nil ? "\(name)-\(Self.timePlace).png" : isLong ? "\(name)-%04d.png" : "\(name).png"
    }

    private var isLong: Bool { duration != nil || frames != nil || chunk != nil || fps != nil }

    /// Returns true for pictures of times, and for the first picture if no option makes it a film.
    func isStill(_ output: String) -> Bool {
        if time != nil || at != nil { return true }
        return !isLong && format == nil && !output.contains("%")
            && ["png", ""].contains(URL(fileURLWithPath: output).pathExtension.lowercased()) && output != "-"
    }

    /// Checks that a picture of one time is written as a PNG file.
    private func checkStill(_ output: String) throws {
        let ending = URL(fileURLWithPath: output).pathExtension.lowercased()
        var status = stat()
        let kind = stat(output, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
        if kind == S_IFDIR { throw InputError("\(output): this is a folder") }
        // The name of a special file does not indicate a format.
        if ending.isEmpty || ending == "png" || format == .png || kind != S_IFREG { return }
        let isFilm = FilmFormat(pathExtension: ending) != nil
        throw InputError(
            "\(output): an image of one time is written as .png\(isFilm ? ", not as .\(ending), which is a film: omit --time" : "")"
        )
    }
}

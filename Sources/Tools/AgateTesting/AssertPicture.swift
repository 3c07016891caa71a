import Agate
import AgateRecording
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import UIKit

/// The allowed difference of a picture from its reference; none by default. Agate's pictures have the same bytes on every machine; text may
/// differ if another version of a font is used.
public struct PictureTolerance: Sendable, Hashable {
    /// The difference of a pixel's channel, 0…255, up to which the pixel counts as equal.
    public var level: Int
    /// The fraction of the pixels, 0…1, that may differ.
    public var share: Double

    /// Creates a tolerance; none by default.
    public init(level: Int = 0, share: Double = 0) {
        self.level = max(0, level)
        self.share = max(0, share)
    }

    /// No difference.
    public static let none = PictureTolerance()
    /// An invisible difference: two levels of 255.
    public static let invisible = PictureTolerance(level: 2)
}

/// A type that has a picture: a stage, a host, a picture itself.
public protocol Pictured {
    /// Returns the current picture.
    func picture() -> CGImage
    /// Returns a recording of the events before the picture; nil if there is none.
    func failureRecording() -> Recording?
}

extension Pictured {
    /// Returns nil, because there is only the picture.
    public func failureRecording() -> Recording? { nil }
}

extension CGImage: Pictured {
    /// Returns the picture itself.
    public func picture() -> CGImage { self }
}
extension OffscreenHost: Pictured {
    /// Returns the picture that the host shows now, like `image()`.
    public func picture() -> CGImage { image() }
    /// Returns a recording of the host's present state.
    public func failureRecording() -> Recording? { Recording(of: self) }
}
extension Stage: Pictured {
    /// Returns the picture that the stage shows now, like `image()`.
    public func picture() -> CGImage { image() }
    /// Returns a recording of everything that was committed to the stage since it was created.
    public func failureRecording() -> Recording? { recording() }
}

/// Compares a picture with the reference of that name in the folder `Pictures` beside the test's file, and fails the test if they differ:
/// in XCTest and in Swift Testing.
///
/// If there is no reference it is written, and the test fails once, so that the new file is reviewed. With AGATE_RECORD_PICTURES=1 in the
/// environment all references are written again; with AGATE_RECORD_PICTURES=never, as for CI, none are. If pictures differ, both and their
/// difference (times 8) are written to the folder that AGATE_PICTURE_FAILURES names, else to a temporary folder, with a recording of the
/// stage or host: `agate replay NAME.agaterec` shows it on any machine. Add `exclude: ["Pictures"]` to the test target.
/// - Parameters:
///   - subject: The object whose picture is compared.
///   - name: The file's name without `.png`; if nil, the test's own.
///   - tolerance: The allowed difference.
/// - Returns: True if the pictures are equal within the tolerance.
@discardableResult
public func assertPicture(
    _ subject: some Pictured, named name: String? = nil, tolerance: PictureTolerance = .none,
    function: String = #function, fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) -> Bool {
    let folder = URL(fileURLWithPath: "\(filePath)").deletingLastPathComponent().appendingPathComponent("Pictures")
    let name = name ?? String(function.prefix { $0 != "(" })
    let recording: ReferencePicture.Recording =
        switch ProcessInfo.processInfo.environment["AGATE_RECORD_PICTURES"] {
        case nil, "": .whereMissing
        case "never", "0": .never
        default: .always
        }
    let reference = ReferencePicture(name, in: folder)
    let picture = subject.picture()
    let outcome = reference.check(picture, level: tolerance.level, share: tolerance.share, recording: recording)
    guard let message = outcome.message(name, reference.url, tolerance, recording) else { return true }
    failTest(message + leaveRecording(of: subject, name, outcome), SourcePlace(fileID, filePath, line, column))
    return false
}

/// Writes a recording beside the pictures of a difference, and returns its location.
private func leaveRecording(of subject: some Pictured, _ name: String, _ outcome: ReferencePicture.Outcome) -> String {
    guard case .different(_, let files) = outcome, let folder = files.first?.deletingLastPathComponent(),
        var recording = subject.failureRecording()
    else { return "" }
    recording.title = name
    let url = folder.appendingPathComponent("\(name).agaterec")
    do { try recording.write(to: url) } catch { return "" }
    return "; recording: \(url.path)"
}

extension ReferencePicture.Outcome {
    /// Returns the failure's message; nil if there is no failure.
    fileprivate func message(_ name: String, _ url: URL, _ tolerance: PictureTolerance, _ recording: ReferencePicture.Recording) -> String?
    {
        switch self {
        case .equal: return nil
        case .written:
            return recording == .always
                ? nil : "there was no picture \(name): it was written to \(url.path); look at it and run the test again"
        case .missing: return "the picture \(url.path) does not exist"
        case .unusable(let why): return why
        case .different(let difference, let files):
            let (got, wanted) = difference.sizes
            let places = "see " + files.map(\.path).joined(separator: ", ")
            guard got == wanted else { return "\(name) has \(got.0) x \(got.1) pixels instead of \(wanted.0) x \(wanted.1); \(places)" }
            let share = String(format: "%.4f", difference.share * 100), allowed = String(format: "%.4f", tolerance.share * 100)
            return
                "\(name) differs in \(share) % of its pixels (allowed \(allowed) % by more than \(tolerance.level)), by up to \(difference.largest); \(places)"
        }
    }
}

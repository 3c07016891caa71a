import Agate
import AgateRecording
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import UIKit

/// How far a picture may be from its reference: none at all, unless a test says so. Agate's pictures have the same bytes on every machine;
/// text may differ where another version of a font stands in.
public struct PictureTolerance: Sendable, Hashable {
    /// What a channel of a pixel may differ by, 0…255, before the pixel counts as different.
    public var level: Int
    /// The share of the pixels, 0…1, that may be different.
    public var share: Double

    /// A tolerance; none by default.
    public init(level: Int = 0, share: Double = 0) {
        self.level = max(0, level)
        self.share = max(0, share)
    }

    /// The same bytes.
    public static let none = PictureTolerance()
    /// What nobody sees: two levels of 255.
    public static let invisible = PictureTolerance(level: 2)
}

/// What has a picture: a stage, a host, a picture itself.
public protocol Pictured {
    /// What it looks like now.
    func picture() -> CGImage
    /// What led there; nil where there is nothing but the picture.
    func failureRecording() -> Recording?
}

extension Pictured {
    /// Nil: there is nothing but the picture.
    public func failureRecording() -> Recording? { nil }
}

extension CGImage: Pictured {
    /// The picture itself.
    public func picture() -> CGImage { self }
}
extension OffscreenHost: Pictured {
    /// What the host shows now, as `image()` reads it.
    public func picture() -> CGImage { image() }
    /// What the host shows now.
    public func failureRecording() -> Recording? { Recording(of: self) }
}
extension Stage: Pictured {
    /// What the stage shows now, as `image()` reads it.
    public func picture() -> CGImage { image() }
    /// All that the stage was sent since it was made.
    public func failureRecording() -> Recording? { recording() }
}

/// Compares with the picture of that name in the folder `Pictures` beside the test's file, and fails where it differs: in XCTest and in
/// Swift Testing.
///
/// Without such a file it is written, and the test fails this once, so that somebody looks at it. With AGATE_RECORD_PICTURES=1 in the
/// environment all are written anew; with AGATE_RECORD_PICTURES=never, as for CI, none. Where pictures differ, both and their difference
/// (times 8) are left in the folder that AGATE_PICTURE_FAILURES names, else among temporary files, and with them a recording of the stage
/// or host: `agate replay NAME.agaterec` shows it on any machine. Add `exclude: ["Pictures"]` to the test target.
/// - Parameters:
///   - subject: what to look at.
///   - name: the file's name without `.png`; the test's own if nil.
///   - tolerance: how far it may be.
/// - Returns: whether it is the same.
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

/// Leaves a recording beside the pictures of a difference; says where.
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
    /// What to tell; nil where all is well.
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

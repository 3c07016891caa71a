import AgateDiagnostics
import Foundation
import XCTest

/// Groups the steps of a test.
public final class XCTContext: NSObject {
    /// Runs the block with an activity, and writes the attachments that it adds.
    @MainActor @discardableResult
    public static func runActivity<Result>(named name: String, block: @MainActor (any XCTActivity) throws -> Result) rethrows -> Result {
        try block(Activity(name: name))
    }
}

extension XCTestCase {
    /// The test's class, for `Bundle(for:)` to find the files of its bundle. On Apple's systems every object has this property.
    public var classForCoder: AnyClass { type(of: self) }
}

/// A step of a test, to which attachments can be added.
public protocol XCTActivity: NSObjectProtocol {
    /// The name that was passed to `runActivity(named:block:)`; the names of its attachments' files begin with it.
    var name: String { get }

    /// Writes the attachment into the folder that the environment variable `AGATE_TEST_ATTACHMENTS` names; if it is not set, one diagnostic
    /// reports this.
    func add(_ attachment: XCTAttachment)
}

final class Activity: NSObject, XCTActivity {
    let name: String
    private var count = 0

    init(name: String) { self.name = name }

    func add(_ attachment: XCTAttachment) {
        guard let folder = ProcessInfo.processInfo.environment["AGATE_TEST_ATTACHMENTS"], !folder.isEmpty else {
            return Diagnostic.reportOnce(
                "xctest.attachment", key: "folder",
                "test attachments are discarded; to write them to a folder, set AGATE_TEST_ATTACHMENTS to its path"
            )
        }
        guard let payload = attachment.payload else {
            return Diagnostic.report("xctest.attachment", "the attachment \(attachment.name ?? "") of \"\(name)\" has no data")
        }
        count += 1
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try payload.write(to: URL(fileURLWithPath: folder).appendingPathComponent(fileName(of: attachment)))
        } catch {
            Diagnostic.report(
                "xctest.attachment",
                "the attachment \(attachment.name ?? "") of \"\(name)\" can't be written to \(folder): \(error)")
        }
    }

    /// Returns a name such as `Login 1 failure.png`: the activity, the number in it, the attachment.
    private func fileName(of attachment: XCTAttachment) -> String {
        var file = "\(name) \(count)" + (attachment.name.map { " \($0)" } ?? "")
        if URL(fileURLWithPath: file).pathExtension.isEmpty { file += ".\(attachment.pathExtension)" }
        return file.replacingOccurrences(of: "/", with: "_")
    }
}

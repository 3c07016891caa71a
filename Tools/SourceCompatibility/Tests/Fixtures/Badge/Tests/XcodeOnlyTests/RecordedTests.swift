import FBSnapshotTestCase
@testable import Badge

final class RecordedTests: FBSnapshotTestCase {
    func testPicture() { FBSnapshotVerifyView(BadgeView(frame: .zero)) }
}

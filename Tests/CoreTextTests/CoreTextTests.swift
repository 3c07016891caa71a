import CText
import CoreText
import XCTest

final class CoreTextTests: XCTestCase {
    /// The libraries are the ones that the layout engine is written for.
    func testLibrariesAnswer() {
        var library: FT_Library?
        XCTAssertEqual(FT_Init_FreeType(&library), 0)
        FT_Done_FreeType(library)
        XCTAssertTrue(hb_version_atleast(3, 0, 0) != 0)
    }
}

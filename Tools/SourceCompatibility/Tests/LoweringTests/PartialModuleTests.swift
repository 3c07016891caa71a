import XCTest
@testable import Lowering

final class PartialModuleTests: XCTestCase {
    private func lower(_ text: String) -> LoweringResult {
        Lowering.lower([SourceModule(name: "M", files: [SourceFile(path: "/m.swift", text: text)])], policy: LoweringPolicy())
    }

    func testAFileWithinWhatIsThereKeepsItsImport() throws {
        let text = "import CoreImage\nfunc f(_ image: CIImage) -> CIImage { image }\n"
        let file = try XCTUnwrap(lower(text).files.first)
        XCTAssertEqual(file.text, text)
    }

    func testAFileThatWantsMoreLosesThat() throws {
        let text = "import CoreImage\nfunc f(_ image: CIImage) -> CIFilter? { nil }\nfunc g() -> Int { 1 }\n"
        let result = lower(text)
        let file = try XCTUnwrap(result.files.first)
        XCTAssertFalse(file.text.contains("CIFilter?"), file.text)
        XCTAssertTrue(file.text.contains("func g() -> Int { 1 }"), file.text)
        XCTAssertFalse(file.text.contains("import CoreImage"), file.text)
    }

    func testSubmodulesAreTheModule() throws {
        let file = try XCTUnwrap(lower("import Accelerate.vImage\nlet e = kvImageNoError\n").files.first)
        XCTAssertTrue(file.text.hasPrefix("import Accelerate\n"), file.text)
    }
}

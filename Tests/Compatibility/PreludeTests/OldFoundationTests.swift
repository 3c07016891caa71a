import Foundation
import Prelude
import XCTest

/// What Foundation's older API has on Apple's systems.
final class OldFoundationTests: XCTestCase {
    func testNamesOfCountriesAndLanguages() {
        let german = Locale(identifier: "de_DE") as NSLocale
        XCTAssertEqual(german.localizedString(forCountryCode: "FR"), "Frankreich")
        XCTAssertEqual(german.localizedString(forLanguageCode: "en"), "Englisch")
        XCTAssertEqual(german.localizedString(forCurrencyCode: "EUR"), "Euro")
    }

    func testQuestionsToObjectsOfProtocols() {
        class Base: NSObject {}
        final class Below: Base {}
        let object: any NSObjectProtocol = Below()
        XCTAssertTrue(object.isKind(of: Base.self))
        XCTAssertTrue(object.isKind(of: NSObject.self))
        XCTAssertFalse(object.isMember(of: Base.self))
        XCTAssertTrue(object.isMember(of: Below.self))
        XCTAssertFalse(object.isKind(of: NSString.self))
    }

    func testOptions() { XCTAssertEqual(Data.WritingOptions.atomicWrite, .atomic) }
}

import Foundation
import XCTest
@testable import FoundationCompatibility

final class DurationTextTests: XCTestCase {
    private typealias Durations = FoundationCompatibility.DateComponentsFormatter

    private func text(
        _ seconds: TimeInterval, _ style: Durations.UnitsStyle, _ units: NSCalendar.Unit = [.hour, .minute, .second],
        _ change: (Durations) -> Void = { _ in }
    ) -> String? {
        let formatter = Durations()
        formatter.unitsStyle = style
        formatter.allowedUnits = units
        change(formatter)
        return formatter.string(from: seconds)
    }

    func testPositional() {
        XCTAssertEqual(text(3723, .positional), "1:02:03")
        XCTAssertEqual(text(3600, .positional), "1:00:00")
        XCTAssertEqual(text(63, .positional), "1:03")
        XCTAssertEqual(text(63, .positional, [.minute, .second]) { $0.zeroFormattingBehavior = .pad }, "01:03")
        XCTAssertEqual(text(5, .positional, [.minute, .second]) { $0.zeroFormattingBehavior = .pad }, "00:05")
        XCTAssertEqual(text(-63, .positional), "-1:03")
    }

    func testStyles() {
        XCTAssertEqual(text(3723, .full), "1 hour, 2 minutes, 3 seconds")
        XCTAssertEqual(text(3723, .abbreviated), "1h 2m 3s")
        XCTAssertEqual(text(3723, .short), "1 hr, 2 min, 3 sec")
        XCTAssertEqual(text(3603, .full), "1 hour, 3 seconds")
        XCTAssertEqual(text(0, .full), "0 seconds")
        XCTAssertEqual(text(3723, .full) { $0.maximumUnitCount = 2 }, "1 hour, 2 minutes")
        XCTAssertEqual(text(3723, .abbreviated) { $0.collapsesLargestUnit = true }, "1h")
        XCTAssertEqual(text(180, .full, [.minute]) { $0.includesTimeRemainingPhrase = true }, "3 minutes remaining")
    }

    func testOddDurations() {
        for odd in [TimeInterval.nan, .infinity, 1e300] { XCTAssertNil(text(odd, .full)) }
        XCTAssertEqual(text(0.4, .full), "0 seconds")
        XCTAssertEqual(text(59.9, .abbreviated), "59s")
    }

    func testRelative() {
        let formatter = RelativeDateTimeFormatter()
        XCTAssertEqual(formatter.localizedString(fromTimeInterval: -3600), "1 hour ago")
        XCTAssertEqual(formatter.localizedString(fromTimeInterval: 2 * 86_400), "in 2 days")
        XCTAssertEqual(formatter.localizedString(from: DateComponents(day: -1)), "1 day ago")
        formatter.dateTimeStyle = .named
        XCTAssertEqual(formatter.localizedString(from: DateComponents(day: -1)), "yesterday")
        XCTAssertEqual(formatter.localizedString(from: DateComponents(second: 0)), "now")
        formatter.unitsStyle = .abbreviated
        XCTAssertEqual(formatter.localizedString(from: DateComponents(minute: -5)), "5m ago")
        XCTAssertEqual(formatter.localizedString(fromTimeInterval: .nan), "now")
    }

    func testItemProviders() throws {
        let provider = NSItemProvider(object: "text" as NSString)
        XCTAssertEqual(provider.registeredTypeIdentifiers, ["public.utf8-plain-text"])
        var loaded: [String] = []
        provider.loadDataRepresentation(forTypeIdentifier: "public.utf8-plain-text") { data, _ in
            loaded.append(String(decoding: data ?? Data(), as: UTF8.self))
        }
        provider.loadDataRepresentation(forTypeIdentifier: "public.png") { data, error in loaded.append(error == nil ? "no error" : "error")
        }
        XCTAssertEqual(loaded, ["text", "error"])
    }
}

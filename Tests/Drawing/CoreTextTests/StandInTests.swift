import AgateDiagnostics
import CoreGraphics
import XCTest

@testable import CoreText

/// Fonts of Apple's systems by name: each is found, with its own measures where they are known, and what no system has is not.
final class StandInTests: XCTestCase {
    private func choice(_ name: String) -> FontCatalog.Choice? { FontCatalog.shared.choice(named: name) }

    func testEveryFamilyOfApplesSystemsIsFound() {
        let names = """
            Chalkduster,AvenirNext-Bold,AvenirNext-DemiBoldItalic,AvenirNextCondensed-Heavy,Avenir-Book,Avenir-BlackOblique,GillSans,GillSans-SemiBoldItalic,
            Menlo-Regular,Courier,Courier-BoldOblique,CourierNewPS-BoldItalicMT,Georgia,Georgia-BoldItalic,Times-Roman,TimesNewRomanPS-BoldMT,Palatino-Roman,
            Futura-Medium,Futura-CondensedExtraBold,SFProText-Semibold,SFProDisplay-Bold,SFProRounded-Heavy,SFMono-Regular,.SFUI-Regular,.AppleSystemUIFont,
            AmericanTypewriter-CondensedLight,AppleSDGothicNeo-UltraLight,ArialRoundedMTBold,ArialHebrew-Light,Baskerville-SemiBoldItalic,
            BodoniSvtyTwoITCTT-Book,BradleyHandITCTT-Bold,ChalkboardSE-Regular,Charter-Roman,Cochin-BoldItalic,Copperplate-Light,DINAlternate-Bold,
            DINCondensed-Bold,Didot-Bold,EuphemiaUCAS-Italic,GeezaPro-Bold,HelveticaNeue-UltraLightItalic,HiraginoSans-W3,HiraMinProN-W6,HiraMaruProN-W4,
            HoeflerText-BlackItalic,Impact,Kailasa-Bold,KohinoorDevanagari-Semibold,MarkerFelt-Wide,Noteworthy-Light,Optima-ExtraBlack,Papyrus-Condensed,
            PartyLetPlain,PingFangSC-Regular,PingFangHK-Thin,Rockwell-BoldItalic,SavoyeLetPlain,SnellRoundhand-Black,STHeitiSC-Light,Symbol,Thonburi-Light,
            TrebuchetMS-Bold,Trebuchet-BoldItalic,Verdana-BoldItalic,ZapfDingbatsITC,Zapfino,NewYork-Regular,LucidaGrande-Bold,Monaco,ComicSansMS,Tahoma
            """
        for name in names.split(whereSeparator: { $0 == "," || $0 == "\n" }).map({ $0.filter { $0 != " " } }) where !name.isEmpty {
            XCTAssertNotNil(choice(name), name)
        }
        for group in AppleFamilies.groups {
            for name in AppleFamilies.list(group.names) { XCTAssertNotNil(choice(name), name) }
        }
    }

    func testWhatAppleLacksIsNotFound() {
        for name in ["Roboto-Regular", "NoSuchFont", "Helveticax", "AvenirNext-Purple", "", "Ubuntu Condensedd"] {
            guard FontCatalog.shared.index.face(named: name) == nil else { continue }
            XCTAssertNil(choice(name), name)
        }
    }

    func testStandInsHaveTheMeasuresOfTheOriginal() {
        func font(_ name: String) -> CTFont { CTFontCreateWithName(name as CFString, 100, nil) }
        for (name, ascent, descent, cap) in [
            ("AvenirNext-Regular", 100.0, 36.6, 70.8), ("Georgia", 91.7, 21.9, 69.3), ("GillSans", 91.8, 23, 68.2),
        ] {
            guard FontCatalog.shared.index.face(named: name) == nil else { continue }
            XCTAssertEqual(Double(CTFontGetAscent(font(name))), ascent, accuracy: 1e-9, name)
            XCTAssertEqual(Double(CTFontGetDescent(font(name))), descent, accuracy: 1e-9, name)
            XCTAssertEqual(Double(CTFontGetCapHeight(font(name))), cap, accuracy: 1e-9, name)
        }
        // Where heights are not known, the letters' own count.
        XCTAssertGreaterThan(CTFontGetXHeight(font("Impact")), 30)
    }

    func testAStandInIsReportedOnce() {
        var messages: [String] = []
        let lock = Locked(messages)
        let observer = Diagnostic.addObserver { diagnostic in
            if diagnostic.identifier == "text.stand-in" { lock.withLock { $0.append(diagnostic.message) } }
        }
        defer { Diagnostic.removeObserver(observer) }
        _ = FontCatalog.shared.choice(named: "Herculanum")
        _ = FontCatalog.shared.choice(named: "Herculanum")
        _ = FontCatalog.shared.choice(named: "Helvetica-Bold")
        messages = lock.withLock { $0 }
        XCTAssertEqual(
            messages.filter { $0.contains("Herculanum") }.count, FontCatalog.shared.index.face(named: "Herculanum") == nil ? 1 : 0)
        XCTAssertFalse(messages.contains { $0.contains("\"Helvetica\"") })
    }

    func testTheReportNamesWhatStandsIn() throws {
        let rows = StandInReport.all()
        XCTAssertGreaterThan(rows.count, 150)
        XCTAssertEqual(rows.map(\.name), rows.map(\.name).sorted())
        let helvetica = try XCTUnwrap(rows.first { $0.name == "Helvetica" })
        XCTAssertTrue([.itself, .sameWidths].contains(helvetica.kind), "\(helvetica)")
        for row in rows where row.kind == .alike || row.kind == .sameWidths { XCTAssertNotNil(row.standIn, row.name) }
        let none = StandInReport.all(FontCatalog(installed: []))
        XCTAssertTrue(none.allSatisfy { $0.kind == .nothing && $0.standIn == nil })
        XCTAssertEqual(none.first { $0.name == "Palatino" }?.better?.package, "fonts-urw-base35")
    }
}

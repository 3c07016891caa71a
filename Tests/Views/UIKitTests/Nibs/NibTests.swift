import AgateDiagnostics
@testable import UIKit
import XCTest

/// A class that documents name. `agate build` writes such selectors for every outlet and action.
final class NibCard: UIView {
    var title: UILabel?
    var inset = 0.0
    var woke = 0, taps = 0
    override func awakeFromNib() { woke += title == nil ? 100 : 1 }

    static let selectors = [
        Selector("setTitle:", of: NibCard.self) { target, arguments in target.title = try arguments[0] },
        Selector("setInset:", of: NibCard.self) { target, arguments in target.inset = try arguments[0] },
        Selector("tap:", of: NibCard.self) { target, _ in target.taps += 1 },
    ]
}

final class NibCell: UITableViewCell {}

final class NibStandIn: UIView {
    override func awakeAfter(using coder: NSCoder) -> Any? {
        let label = UILabel()
        label.text = "instead"
        return label
    }
}

@MainActor
final class NibTests: XCTestCase {
    private func nib(_ objects: String) -> UINib {
        UINib(
            data: Data(
                "<?xml version=\"1.0\"?><document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\"><objects>\(objects)</objects></document>"
                    .utf8),
            bundle: nil)
    }

    private func reports(_ body: () -> Void) -> [String] {
        var found: [String] = []
        let token = Diagnostic.addObserver { diagnostic in MainActor.assumeIsolated { found.append(diagnostic.identifier) } }
        defer { Diagnostic.removeObserver(token) }
        body()
        return found
    }

    private let card = """
        <placeholder placeholderIdentifier="IBFilesOwner" id="-1"/>
        <view contentMode="center" alpha="0.5" id="a" customClass="NibCard" customModule="UIKitTests">
          <rect key="frame" x="0" y="0" width="200" height="100"/>
          <autoresizingMask key="autoresizingMask" widthSizable="YES" flexibleMaxY="YES"/>
          <subviews>
            <label text="Hello" textAlignment="center" numberOfLines="0" lineBreakMode="wordWrap"
                translatesAutoresizingMaskIntoConstraints="NO" id="b">
              <fontDescription key="fontDescription" type="boldSystem" pointSize="21"/>
              <color key="textColor" red="1" green="0" blue="0" alpha="1" colorSpace="custom" customColorSpace="sRGB"/>
            </label>
            <button buttonType="system" id="c"><rect key="frame" x="1" y="2" width="30" height="40"/>
              <state key="normal" title="Go"><color key="titleColor" white="0" alpha="1"/></state>
              <connections><action selector="tap:" destination="a" eventType="touchUpInside" id="g"/></connections>
            </button>
          </subviews>
          <color key="backgroundColor" systemColor="systemBackgroundColor"/>
          <constraints>
            <constraint firstItem="b" firstAttribute="leading" secondItem="a" secondAttribute="leading" constant="8" id="d"/>
            <constraint firstAttribute="trailing" secondItem="b" secondAttribute="trailing" constant="12" id="e"/>
            <constraint firstItem="b" firstAttribute="top" secondItem="a" secondAttribute="top" constant="5" priority="750" id="f"/>
            <constraint firstItem="b" firstAttribute="height" secondItem="a" secondAttribute="height" multiplier="1:2" id="h"/>
          </constraints>
          <userDefinedRuntimeAttributes>
            <userDefinedRuntimeAttribute type="number" keyPath="inset"><real key="value" value="4.5"/></userDefinedRuntimeAttribute>
            <userDefinedRuntimeAttribute type="number" keyPath="layer.cornerRadius"><integer key="value" value="6"/></userDefinedRuntimeAttribute>
          </userDefinedRuntimeAttributes>
          <connections><outlet property="title" destination="b" id="i"/></connections>
        </view>
        """

    func testViewsWithTheirConnections() async throws {
        XCTAssertEqual(NibCard.selectors.count, 3)
        let nib = nib(card)
        let view = try XCTUnwrap(nib.instantiate(withOwner: nil).first as? NibCard)
        XCTAssertEqual([view.alpha, view.frame.width], [0.5, 200])
        XCTAssertEqual(view.contentMode, .center)
        XCTAssertEqual(view.autoresizingMask, [.flexibleWidth, .flexibleBottomMargin])
        XCTAssertEqual(view.backgroundColor, .systemBackground)
        XCTAssertEqual(view.inset, 4.5)
        XCTAssertEqual(view.layer.cornerRadius, 6)
        // After the outlets, once.
        XCTAssertEqual(view.woke, 1)
        let label = try XCTUnwrap(view.title)
        XCTAssertEqual(label.text, "Hello")
        XCTAssertEqual([label.textAlignment.rawValue, label.numberOfLines], [NSTextAlignment.center.rawValue, 0])
        XCTAssertEqual(label.font.pointSize, 21)
        XCTAssertEqual(label.textColor, UIColor(red: 1, green: 0, blue: 0, alpha: 1))
        view.layoutIfNeeded()
        XCTAssertEqual(label.frame, CGRect(x: 8, y: 5, width: 180, height: 50))
        let button = try XCTUnwrap(view.subviews.last as? UIButton)
        XCTAssertEqual(button.title(for: .normal), "Go")
        XCTAssertEqual(button.frame, CGRect(x: 1, y: 2, width: 30, height: 40))
        button.sendActions(for: .touchUpInside)
        XCTAssertEqual(view.taps, 1)
        // Each call makes new views.
        XCTAssertFalse(nib.instantiate(withOwner: nil).first as? NibCard === view)
    }

    func testCellsComeFromNibs() async throws {
        let cell = """
            <tableViewCell id="a" customClass="NibCell" customModule="UIKitTests">
              <rect key="frame" x="0" y="0" width="320" height="44"/>
              <tableViewCellContentView key="contentView" tableViewCell="a" id="b"><subviews>
                <label text="Row" id="c"><rect key="frame" x="10" y="0" width="100" height="44"/></label>
              </subviews></tableViewCellContentView>
            </tableViewCell>
            """
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
        table.register(nib(cell), forCellReuseIdentifier: "row")
        let made = try XCTUnwrap(table.dequeueReusableCell(withIdentifier: "row") as? NibCell)
        XCTAssertEqual(made.reuseIdentifier, "row")
        XCTAssertTrue(made.contentView.subviews.contains { ($0 as? UILabel)?.text == "Row" })

        let layout = UICollectionViewFlowLayout()
        let collection = UICollectionView(frame: CGRect(x: 0, y: 0, width: 320, height: 200), collectionViewLayout: layout)
        let item = """
            <collectionViewCell id="a"><rect key="frame" x="0" y="0" width="50" height="50"/>
              <view key="contentView"><subviews><switch on="NO" id="s"/></subviews></view>
            </collectionViewCell>
            """
        collection.register(nib(item), forCellWithReuseIdentifier: "item")
        let shown = collection.dequeueReusableCell(withReuseIdentifier: "item", for: IndexPath(item: 0, section: 0))
        XCTAssertEqual(shown.reuseIdentifier, "item")
        XCTAssertEqual((shown.contentView.subviews.first as? UISwitch)?.isOn, false)
    }

    /// A stack arranges its views; layout guides are items of constraints.
    func testStacksAndGuides() async throws {
        let text = """
            <view id="a"><rect key="frame" x="0" y="0" width="100" height="100"/><subviews>
              <stackView axis="vertical" distribution="fillEqually" spacing="10" translatesAutoresizingMaskIntoConstraints="NO" id="s">
                <subviews><view id="v1"/><view id="v2"/></subviews></stackView></subviews>
              <viewLayoutGuide key="safeArea" id="g"/>
              <constraints>
                <constraint firstItem="s" firstAttribute="top" secondItem="g" secondAttribute="top" id="1"/>
                <constraint firstItem="s" firstAttribute="leading" secondItem="g" secondAttribute="leading" id="2"/>
                <constraint firstItem="s" firstAttribute="trailing" secondItem="g" secondAttribute="trailing" id="3"/>
                <constraint firstItem="s" firstAttribute="bottom" secondItem="g" secondAttribute="bottom" id="4"/>
              </constraints></view>
            """
        let view = try XCTUnwrap(nib(text).instantiate(withOwner: nil).first as? UIView)
        view.layoutIfNeeded()
        let stack = try XCTUnwrap(view.subviews.first as? UIStackView)
        stack.layoutIfNeeded()
        XCTAssertEqual(
            stack.arrangedSubviews.map(\.frame),
            [
                CGRect(x: 0, y: 0, width: 100, height: 45), CGRect(x: 0, y: 55, width: 100, height: 45),
            ])
    }

    /// What isn't read says so; damaged and missing documents give no objects.
    func testWhatIsNotRead() async throws {
        XCTAssertEqual(
            reports { XCTAssertTrue(UINib(nibName: "NoSuchNib", bundle: nil).instantiate(withOwner: nil).isEmpty) }, ["nib.unsupported"])
        for text in ["", "<document>", "<a/>", String(repeating: "<view>", count: 5000)] {
            XCTAssertTrue(UINib(data: Data(text.utf8), bundle: nil).instantiate(withOwner: nil).isEmpty)
        }
        let strange = "<view id=\"a\" customClass=\"NoSuchClass\"><subviews><mapKitView id=\"m\"/></subviews></view>"
        var made: [Any] = []
        XCTAssertEqual(reports { made = nib(strange).instantiate(withOwner: nil) }.sorted(), ["nib.class", "nib.unread"])
        XCTAssertEqual(made.count, 1)
        // Numbers without sense, and a constraint of an item that is not there.
        let odd = """
            <view alpha="nan" id="a"><rect key="frame" x="1e999" y="" width="3" height="2"/>
            <constraints><constraint firstItem="gone" firstAttribute="top" constant="1" id="c"/></constraints></view>
            """
        let view = try XCTUnwrap(nib(odd).instantiate(withOwner: nil).first as? UIView)
        XCTAssertEqual([view.alpha, view.frame.minX], [1, 0])
        XCTAssertTrue(view.constraints.isEmpty)
    }

    /// A view that puts another in its place: that one gets the frame of the layout, the outlets and the place in the tree.
    func testViewsThatReplaceThemselves() async throws {
        _ = NibCard.selectors
        let objects = nib(
            """
            <view id="a" customClass="NibCard" customModule="UIKitTests">
              <subviews>
                <view id="b" customClass="NibStandIn" customModule="UIKitTests"><rect key="frame" x="1" y="2" width="3" height="4"/></view>
              </subviews>
              <connections><outlet property="title" destination="b" id="c"/></connections>
            </view>
            """
        ).instantiate(withOwner: nil)
        let card = try XCTUnwrap(objects.first as? NibCard)
        let label = try XCTUnwrap(card.subviews.first as? UILabel)
        XCTAssertEqual(label.text, "instead")
        XCTAssertTrue(card.title === label)
    }

    /// Names of packages and of targets may contain underscores.
    func testModulesOfABundle() {
        XCTAssertEqual(NibBuilder.modules(of: "Sheets_Sheets_Tall"), ["Sheets_Tall", "Tall"])
        XCTAssertEqual(NibBuilder.modules(of: "Package_Target"), ["Target"])
        XCTAssertEqual(NibBuilder.modules(of: "Program"), ["Program"])
    }

    /// The bundle of a class is the program's own: documents that it lacks are found in the bundle of the only package that has them.
    func testDocumentsOfPackagesAreFound() throws {
        let folder = Bundle.main.bundlePath, files = FileManager.default
        let text = """
            <document><objects><placeholder placeholderIdentifier="IBFilesOwner" id="-1"/>
            <view id="v" tag="7"><rect key="frame" x="0.0" y="0.0" width="10" height="20"/></view></objects></document>
            """
        let places = ["P_One", "P_Two"].map { "\(folder)/\($0)-\(UUID().uuidString).resources" }
        defer { for place in places { try? files.removeItem(atPath: place) } }
        let name = "Only" + UUID().uuidString
        for (index, place) in places.enumerated() {
            try files.createDirectory(atPath: place, withIntermediateDirectories: true)
            try text.write(toFile: "\(place)/\(name).xib", atomically: true, encoding: .utf8)
            let views = UINib(nibName: name, bundle: Bundle(path: folder)).instantiate(withOwner: nil)
            XCTAssertEqual(views.compactMap { ($0 as? UIView)?.tag }, index == 0 ? [7] : [], "one has it, or two")
        }
    }
}

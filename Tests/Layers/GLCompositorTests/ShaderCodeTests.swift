import CompositorScenes
import CoreGraphics
import Raster
import XCTest

@testable import Compositor
@testable import GLCompositor
@testable import RenderTree

/// The numbers that the encoder writes and the shaders read.
final class ShaderCodeTests: XCTestCase {
    private enum Toy: UInt8, ShaderCode {
        case first, second, thirdOne = 5, last
        static let prefix = "TOY"
    }

    func testConstantsAreNamedAndNumberedByTheirCases() {
        XCTAssertEqual(Toy.definitions, "#define TOY_FIRST 0\n#define TOY_SECOND 1\n#define TOY_THIRD_ONE 5\n#define TOY_LAST 6")
        XCTAssertEqual(Toy.cases { $0 == .second ? nil : "return \($0.rawValue);" }.split(separator: "\n").count, 3)
        XCTAssertTrue(Toy.cases { _ in "break;" }.contains("case TOY_THIRD_ONE: break;"))
    }

    func testConditionsAreRanges() {
        func condition(_ codes: Toy...) -> String { Toy.condition("k") { codes.contains($0) } }
        XCTAssertEqual(condition(.first, .second), "k <= TOY_SECOND")
        XCTAssertEqual(condition(.second, .thirdOne), "k >= TOY_SECOND && k <= TOY_THIRD_ONE")
        XCTAssertEqual(condition(.thirdOne, .last), "k >= TOY_THIRD_ONE")
        XCTAssertEqual(condition(.last), "k == TOY_LAST")
        XCTAssertEqual(condition(.first, .thirdOne, .last), "(k == TOY_FIRST) || (k >= TOY_THIRD_ONE)")
        XCTAssertEqual(condition(), "false")
        XCTAssertEqual(condition(.first, .second, .thirdOne, .last), "true")
    }

    /// A form of coverage that has no case would be taken for the last one.
    func testEveryCoverageHasACase() {
        for program in [ProgramKind.solid, .paint, .blend] {
            let text = Shaders.fragment(program)
            for kind in CoverageKind.allCases { XCTAssertTrue(text.contains("case \(kind.constant):"), "\(program): \(kind)") }
        }
    }

    /// Kinds are compared with constants only.
    func testShadersHaveNoNumbersOfTheirOwn() {
        for program in ProgramKind.allCases {
            for line in Shaders.fragment(program).split(separator: "\n") where !line.contains("texelFetch(t") {
                XCTAssertNil(line.firstMatch(of: /\b(?:kind|mode|order)\b *(?:[=!<>]=|<|>) *[0-9]/), "\(program): \(line)")
                XCTAssertNil(line.firstMatch(of: /\bcase [0-9]/), "\(program): \(line)")
            }
        }
    }

    func testAttributesAreTheFieldsOfAnInstance() {
        let instance = Instance(rect: .zero, kinds: .zero, color: 0, box: .zero, more: .zero, refs: .zero)
        XCTAssertEqual(Mirror(reflecting: instance).children.map(\.label), InstanceField.allCases.map { "\($0)" })
        for field in InstanceField.allCases {
            XCTAssertTrue(Shaders.vertex.contains("layout(location = \(field.rawValue)) in "), "\(field)")
            XCTAssertTrue(Shaders.vertex.contains(" \(field);"), "\(field)")
        }
    }

    // MARK: Scenes

    /// The numbers that lists are encoded to.
    private struct Codes {
        var coverages: Set<CoverageKind> = []
        var paints: Set<PaintKind> = []
        var modes: Set<PixelBlendMode> = []

        mutating func add(_ commands: FrameCommands) throws {
            for case .draw(let run) in commands.list {
                for quad in commands.instances[run.first..<(run.first + run.count)] {
                    coverages.insert(try XCTUnwrap(CoverageKind(rawValue: quad.kinds.x)))
                    if run.program == .blend {
                        modes.insert(try XCTUnwrap(PixelBlendMode(rawValue: Int32(quad.kinds.w))))
                    } else {
                        paints.insert(try XCTUnwrap(PaintKind(rawValue: quad.kinds.y)))
                    }
                    var next = quad.kinds.z == 1 ? Int(quad.refs.y) : -1
                    while next >= 0 {
                        let link = commands.params[next]
                        coverages.insert(try XCTUnwrap(CoverageKind(rawValue: UInt8(link.x))))
                        next = Int(link.y)
                    }
                }
            }
        }
    }

    private func commands(of list: DrawList) -> FrameCommands {
        let bin = TextureBin(), bounds = IntRect(0, 0, list.width, list.height)
        let picture = Target(bounds: bounds, texture: Texture(width: bounds.width, height: bounds.height, bin: bin))
        let encoder = Encoder(
            painter: OpPainter(CoverageMaker(.onScreen)), atlas: CoverageAtlas(side: 2048),
            images: ImageTextures(limit: 1 << 26, maximumSide: 4096, waits: true, bin: bin), ramps: RampTexture(bin: bin),
            pool: TargetPool(bin: bin), target: picture)
        encoder.beginFrame()
        encoder.encode(list, damage: [DeviceRect(0, 0, list.width, list.height)], into: picture)
        return encoder.commands
    }

    /// The scenes that both compositors draw (`GoldenSceneTests`, `RandomSceneTests`) have every number: none is without a comparison.
    /// Texels with their rows upwards are those of other contexts, in GLLayerTests.
    func testEveryKindIsInAScene() throws {
        var codes = Codes()
        for scene in GoldenScenes.all { try codes.add(commands(of: scene.list.finished())) }
        for scene in KindScenes.all { try codes.add(commands(of: scene.list)) }
        XCTAssertEqual(CoverageKind.allCases.filter { !codes.coverages.contains($0) }, [])
        XCTAssertEqual(PaintKind.allCases.filter { !codes.paints.contains($0) }, [])
        XCTAssertEqual(PixelBlendMode.allCases.filter { !codes.modes.contains($0) }, [.normal])
    }
}

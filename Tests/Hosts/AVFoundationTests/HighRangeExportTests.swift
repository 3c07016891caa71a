import Agate
import FFmpeg
import XCTest

@testable import AVFoundation

/// Exports of films with a high dynamic range, and of layers over them.
@MainActor final class HighRangeExportTests: MediaTestCase {
    /// A film of ten bits with one level of luma.
    private func source(_ luma: Int, transfer: String = "smpte2084", name: String = "hdr.mov") throws -> URL {
        let url = file(name)
        try ffmpeg([
            "-f", "lavfi", "-i", "color=black:s=64x64:r=5:d=0.6,format=yuv420p10le,geq=lum=\(luma):cb=512:cr=512", "-c:v", "libx265",
            "-x265-params", "log-level=none:qp=1", "-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc",
            "-color_range", "tv", "-tag:v", "hvc1", url.path,
        ])
        return url
    }

    private struct Deep {
        let luma: [Int]
        func at(_ x: Int, _ y: Int) -> Double { Double(luma[y * 64 + x]) }
    }

    /// The luma of ten bits of each frame.
    private func deep(_ url: URL) throws -> [Deep] {
        let data = try ffmpeg(["-i", url.path, "-f", "rawvideo", "-pix_fmt", "yuv420p10le", "pipe:1"]), size = 64 * 64 * 3
        return stride(from: 0, to: data.count, by: size).map { start in
            Deep(
                luma: (0..<64 * 64).map { pixel in
                    let low = Int(data[start + 2 * pixel]), high = Int(data[start + 2 * pixel + 1])
                    return low | high << 8
                })
        }
    }

    private func session(_ url: URL, _ preset: String, wantsMore: Bool?, colors: [String]? = nil) throws -> AVAssetExportSession {
        let asset = AVURLAsset(url: url), session = try XCTUnwrap(AVAssetExportSession(asset: asset, presetName: preset))
        let composition = AVMutableVideoComposition(propertiesOf: asset)
        if let wantsMore {
            let root = CALayer(), video = CALayer(), box = CALayer()
            root.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
            video.frame = root.frame
            video.wantsExtendedDynamicRangeContent = wantsMore
            box.frame = CGRect(x: 0, y: 32, width: 32, height: 32)
            box.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
            root.addSublayer(video)
            root.addSublayer(box)
            composition.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: root)
        }
        if let colors {
            (composition.colorPrimaries, composition.colorTransferFunction, composition.colorYCbCrMatrix) = (
                colors[0], colors[1], colors[2]
            )
        }
        session.videoComposition = composition
        return session
    }

    private static let pq = [AVVideoColorPrimaries_ITU_R_2020, AVVideoTransferFunction_SMPTE_ST_2084_PQ, AVVideoYCbCrMatrix_ITU_R_2020]
    private static let hlg = [AVVideoColorPrimaries_ITU_R_2020, AVVideoTransferFunction_ITU_R_2100_HLG, AVVideoYCbCrMatrix_ITU_R_2020]
    private static let standard = [
        AVVideoColorPrimaries_ITU_R_709_2, AVVideoTransferFunction_ITU_R_709_2, AVVideoYCbCrMatrix_ITU_R_709_2,
    ]

    /// A highlight of 1000 cd/m2 remains, and white of a layer is 203 cd/m2.
    func testTheRangeOfAFilmIsKept() async throws {
        for (transfer, white, highlight) in [("smpte2084", 573.0, 723), ("arib-std-b67", 721, 900)] {
            let url = try source(highlight, transfer: transfer, name: "\(transfer).mov")
            for (name, wantsMore) in [("alone", nil), ("titled", true)] as [(String, Bool?)] {
                let made = try await export(
                    try session(url, AVAssetExportPresetHEVCHighestQuality, wantsMore: wantsMore), "\(name)-\(transfer).mov")
                let probe = try FilmProbe(made)
                XCTAssertEqual(
                    [probe.codec, probe.pixelFormat, probe.primaries, probe.transfer, probe.matrix, probe.range],
                    ["hevc", "yuv420p10le", "bt2020", transfer, "bt2020nc", "tv"], name)
                let frames = try deep(made)
                XCTAssertEqual(frames.count, 3)
                for frame in frames {
                    XCTAssertEqual(frame.at(50, 50), Double(highlight), accuracy: 4, name)
                    XCTAssertEqual(frame.at(10, 10), wantsMore == true ? white : Double(highlight), accuracy: 5, name)
                }
            }
        }
    }

    /// H.264, layers that do not want more, and a composition in BT.709 map films to the standard range.
    func testFilmsAreMappedToTheStandardRange() async throws {
        let url = try source(723)
        for (preset, wantsMore, colors) in [
            (AVAssetExportPresetHighestQuality, true, nil), (AVAssetExportPresetHEVCHighestQuality, false, nil),
            (AVAssetExportPresetHEVCHighestQuality, true, Self.standard),
        ] as [(String, Bool, [String]?)] {
            let made = try await export(try session(url, preset, wantsMore: wantsMore, colors: colors), "\(preset)\(wantsMore).mov")
            let probe = try FilmProbe(made)
            XCTAssertEqual([probe.primaries, probe.transfer, probe.matrix], ["bt709", "iec61966-2-1", "bt709"])
            let frame = try XCTUnwrap(frames(made).first)
            XCTAssertGreaterThan(level(frame.pixels, width: 64, 50, 50), 248)
            try FileManager.default.removeItem(at: made)
        }
    }

    /// A film of the standard range in a composition with a high one: white is 203 cd/m2.
    func testTheStandardRangeInAHighOne() async throws {
        let url = try film("sdr.mov", width: 64, height: 64, rate: 5, seconds: 0.6, first: 128, step: 0)
        for (colors, white, grey) in [(Self.pq, 573.0, 439.0), (Self.hlg, 721, 476)] {
            let made = try await export(
                try session(url, AVAssetExportPresetHEVCHighestQuality, wantsMore: true, colors: colors), "\(white).mov")
            XCTAssertEqual(try FilmProbe(made).primaries, "bt2020")
            let frame = try XCTUnwrap(deep(made).first)
            XCTAssertEqual(frame.at(10, 10), white, accuracy: 5)
            XCTAssertEqual(frame.at(50, 50), grey, accuracy: 5)
        }
        for (preset, colors) in [
            (AVAssetExportPresetHighestQuality, Self.pq),
            (AVAssetExportPresetHEVCHighestQuality, [Self.pq[0], Self.standard[1], Self.pq[2]]),
        ] {
            do {
                _ = try await export(try session(url, preset, wantsMore: nil, colors: colors), "refused.mov")
                XCTFail("\(preset) \(colors)")
            } catch { XCTAssertEqual((error as? AVError)?.code, .invalidVideoComposition, "\(error)") }
        }
    }

    /// Where a film does not show alone, frames are composed in the standard range, and that is said once.
    func testComposedFilmsSaySo() async throws {
        let url = try source(573), said = Locked<[String]>([])
        let observation = Diagnostic.addObserver { one in
            if one.identifier == "av.composed-in-sdr" { said.withLock { $0.append(one.message) } }
        }
        defer { Diagnostic.removeObserver(observation) }
        let session = try session(url, AVAssetExportPresetHEVCHighestQuality, wantsMore: nil, colors: Self.pq)
        let composition = try XCTUnwrap(session.videoComposition as? AVMutableVideoComposition)
        let instruction = try XCTUnwrap(composition.instructions[0] as? AVMutableVideoCompositionInstruction)
        let half = AVMutableVideoCompositionLayerInstruction(assetTrack: session.asset.tracks[0])
        half.setOpacity(0.5, at: .zero)
        instruction.layerInstructions = [half]
        let made = try await export(session, "half.mov")
        XCTAssertEqual(try FilmProbe(made).transfer, "smpte2084")
        XCTAssertEqual(said.withLock { $0.count }, 1)
        // Half of the sRGB value of white, to which the film was mapped.
        XCTAssertEqual(try XCTUnwrap(deep(made).first).at(50, 50), 417, accuracy: 25)
    }
}

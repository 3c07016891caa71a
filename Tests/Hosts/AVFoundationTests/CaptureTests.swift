import AVFoundation
import XCTest

/// Capture on a system without cameras.
final class CaptureTests: XCTestCase {
    func testThereAreNoDevices() {
        XCTAssertNil(AVCaptureDevice.default(for: .video))
        XCTAssertNil(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back))
        XCTAssertNil(AVCaptureDevice(uniqueID: "a"))
        XCTAssertEqual(AVCaptureDevice.devices(for: .audio), [])
        XCTAssertEqual(AVCaptureDevice.DiscoverySession(deviceTypes: [.microphone], mediaType: .audio, position: .unspecified).devices, [])
        XCTAssertEqual(AVCaptureDevice.authorizationStatus(for: .video), .restricted)
        let asked = expectation(description: "asked")
        AVCaptureDevice.requestAccess(for: .video) {
            XCTAssertFalse($0); asked.fulfill()
        }
        wait(for: [asked], timeout: 20)
    }

    func testSessionsRunWithoutInputs() {
        let session = AVCaptureSession(), output = AVCapturePhotoOutput()
        final class Posted: @unchecked Sendable { var names: [String] = [] }
        let posted = Posted()
        let tokens = [NSNotification.Name.AVCaptureSessionDidStartRunning, .AVCaptureSessionDidStopRunning].map { name in
            NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { posted.names.append($0.name.rawValue) }
        }
        defer { tokens.forEach { NotificationCenter.default.removeObserver($0) } }
        XCTAssertTrue(session.canAddOutput(output))
        session.addOutput(output)
        session.addOutput(output)
        XCTAssertEqual(session.outputs, [output])
        XCTAssertFalse(session.canAddOutput(output))
        session.startRunning()
        session.startRunning()
        XCTAssertTrue(session.isRunning)
        session.stopRunning()
        session.stopRunning()
        XCTAssertFalse(session.isRunning)
        XCTAssertEqual(
            posted.names, ["AVCaptureSessionDidStartRunningNotification", "AVCaptureSessionDidStopRunningNotification"])
        session.removeOutput(output)
        XCTAssertEqual(session.outputs, [])
    }

    func testCapturesEndWithAnError() {
        final class Receiver: NSObject, AVCapturePhotoCaptureDelegate, AVCaptureFileOutputRecordingDelegate {
            var codes: [AVError.Code] = []
            func photoOutput(
                _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings, error: (any Error)?
            ) { codes.append((error as? AVError)?.code ?? .unknown) }
            func fileOutput(
                _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
                error: (any Error)?
            ) { codes.append((error as? AVError)?.code ?? .unknown) }
        }
        let receiver = Receiver(), movie = AVCaptureMovieFileOutput()
        AVCapturePhotoOutput().capturePhoto(with: AVCapturePhotoSettings(), delegate: receiver)
        movie.startRecording(to: URL(fileURLWithPath: "/nowhere/a.mov"), recordingDelegate: receiver)
        XCTAssertFalse(movie.isRecording)
        XCTAssertEqual(receiver.codes, [.noDataCaptured, .noDataCaptured])
        XCTAssertNotEqual(AVCapturePhotoSettings().uniqueID, AVCapturePhotoSettings().uniqueID)
    }

    func testPointsOfThePreview() {
        let layer = AVCaptureVideoPreviewLayer(session: AVCaptureSession())
        XCTAssertEqual(layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 1, y: 1)), .zero, "an empty layer")
        layer.bounds = CGRect(x: 10, y: 0, width: 200, height: 100)
        XCTAssertEqual(layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 110, y: 25)), CGPoint(x: 0.5, y: 0.25))
        let rect = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
        XCTAssertEqual(layer.metadataOutputRectConverted(fromLayerRect: layer.layerRectConverted(fromMetadataOutputRect: rect)), rect)
    }
}

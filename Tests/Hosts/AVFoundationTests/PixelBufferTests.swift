import XCTest

@testable import AVFoundation

/// Pixel buffers: memory, locks, planes, attachments, pools, and their pictures.
final class PixelBufferTests: XCTestCase {
    private func make(_ type: OSType, _ width: Int = 5, _ height: Int = 3, _ attributes: CFDictionary? = nil) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        XCTAssertEqual(CVPixelBufferCreate(nil, width, height, type, attributes, &buffer), kCVReturnSuccess)
        return try XCTUnwrap(buffer)
    }

    func testLayoutsOfFormats() throws {
        for (type, planes) in [
            (kCVPixelFormatType_32BGRA, [(5, 3, 20)]), (kCVPixelFormatType_32ARGB, [(5, 3, 20)]), (kCVPixelFormatType_32RGBA, [(5, 3, 20)]),
            (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, [(5, 3, 5), (3, 2, 6)]),
            (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, [(5, 3, 5), (3, 2, 6)]),
            (kCVPixelFormatType_420YpCbCr8Planar, [(5, 3, 5), (3, 2, 3), (3, 2, 3)]),
            (kCVPixelFormatType_420YpCbCr8PlanarFullRange, [(5, 3, 5), (3, 2, 3), (3, 2, 3)]),
            (kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, [(5, 3, 10), (3, 2, 12)]),
        ] as [(OSType, [(Int, Int, Int)])] {
            let buffer = try make(type)
            XCTAssertEqual(CVPixelBufferGetPixelFormatType(buffer), type)
            XCTAssertEqual([CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer)], [5, 3])
            XCTAssertEqual(CVPixelBufferIsPlanar(buffer), planes.count > 1)
            XCTAssertEqual(CVPixelBufferGetPlaneCount(buffer), planes.count > 1 ? planes.count : 0)
            XCTAssertNil(CVPixelBufferGetBaseAddress(buffer), "it is not locked")
            CVPixelBufferLockBaseAddress(buffer, [])
            var end = 0
            for (index, plane) in planes.enumerated() {
                XCTAssertEqual(CVPixelBufferGetWidthOfPlane(buffer, index), plane.0)
                XCTAssertEqual(CVPixelBufferGetHeightOfPlane(buffer, index), plane.1)
                let row = CVPixelBufferGetBytesPerRowOfPlane(buffer, index)
                XCTAssertGreaterThanOrEqual(row, plane.2)
                XCTAssertEqual(row % 64, 0)
                let start = try XCTUnwrap(CVPixelBufferGetBaseAddressOfPlane(buffer, index))
                let offset = start - (try XCTUnwrap(CVPixelBufferGetBaseAddress(buffer)))
                XCTAssertGreaterThanOrEqual(offset, end)
                end = offset + row * plane.1
                XCTAssertTrue((0..<plane.1 * row).allSatisfy { start.load(fromByteOffset: $0, as: UInt8.self) == 0 })
            }
            XCTAssertGreaterThanOrEqual(CVPixelBufferGetDataSize(buffer), end)
            XCTAssertEqual(CVPixelBufferGetBytesPerRow(buffer), CVPixelBufferGetBytesPerRowOfPlane(buffer, 0))
            for index in [-1, 4] {
                XCTAssertNil(CVPixelBufferGetBaseAddressOfPlane(buffer, index))
                XCTAssertEqual(CVPixelBufferGetWidthOfPlane(buffer, index), 0)
                XCTAssertEqual(CVPixelBufferGetHeightOfPlane(buffer, index), 0)
                XCTAssertEqual(CVPixelBufferGetBytesPerRowOfPlane(buffer, index), 0)
            }
            XCTAssertEqual(CVPixelBufferUnlockBaseAddress(buffer, []), kCVReturnSuccess)
            XCTAssertEqual(CVImageBufferGetEncodedSize(buffer), CGSize(width: 5, height: 3))
            XCTAssertEqual(CVImageBufferGetDisplaySize(buffer), CGSize(width: 5, height: 3))
            XCTAssertEqual(CVImageBufferGetCleanRect(buffer), CGRect(x: 0, y: 0, width: 5, height: 3))
            XCTAssertTrue(CVImageBufferIsFlipped(buffer))
        }
    }

    func testErrorsOfCreation() {
        var buffer: CVPixelBuffer?
        for (width, height, type, attributes, code) in [
            (1, 1, FourCharCode("none"), nil, kCVReturnInvalidPixelFormat), (0, 1, kCVPixelFormatType_32BGRA, nil, kCVReturnInvalidSize),
            (1, -1, kCVPixelFormatType_32BGRA, nil, kCVReturnInvalidSize),
            (1 << 40, 1, kCVPixelFormatType_32BGRA, nil, kCVReturnInvalidSize),
            (
                1, 1, kCVPixelFormatType_32BGRA, [kCVPixelBufferBytesPerRowAlignmentKey: 3 as NSNumber],
                kCVReturnInvalidPixelBufferAttributes
            ),
        ] as [(Int, Int, OSType, NSDictionary?, CVReturn)] {
            XCTAssertEqual(CVPixelBufferCreate(nil, width, height, type, attributes, &buffer), code)
            XCTAssertNil(buffer)
        }
    }

    func testLocksAreCounted() throws {
        let buffer = try make(kCVPixelFormatType_32BGRA)
        XCTAssertEqual(CVPixelBufferUnlockBaseAddress(buffer, []), kCVReturnInvalidArgument)
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
        XCTAssertNotNil(CVPixelBufferGetBaseAddress(buffer))
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
        XCTAssertNil(CVPixelBufferGetBaseAddress(buffer))
    }

    func testMemoryOfClients() throws {
        nonisolated(unsafe) var released = 0
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
        defer { memory.deallocate() }
        var buffer: CVPixelBuffer?
        let callback: CVPixelBufferReleaseBytesCallback = { context, _ in
            context?.assumingMemoryBound(to: Int.self).pointee += 1
        }
        XCTAssertEqual(
            CVPixelBufferCreateWithBytes(nil, 2, 2, kCVPixelFormatType_32BGRA, memory, 32, callback, &released, nil, &buffer),
            kCVReturnSuccess)
        CVPixelBufferLockBaseAddress(try XCTUnwrap(buffer), [])
        XCTAssertEqual(CVPixelBufferGetBaseAddress(try XCTUnwrap(buffer)), memory)
        XCTAssertEqual(CVPixelBufferGetBytesPerRow(try XCTUnwrap(buffer)), 32)
        buffer = nil
        XCTAssertEqual(released, 1)
        XCTAssertEqual(
            CVPixelBufferCreateWithBytes(nil, 9, 2, kCVPixelFormatType_32BGRA, memory, 32, nil, nil, nil, &buffer),
            kCVReturnInvalidArgument,
            "rows are too short")
        var starts: [UnsafeMutableRawPointer?] = [memory, memory + 32], widths = [4, 2], heights = [2, 1], rows = [8, 8]
        let planar: CVPixelBufferReleasePlanarBytesCallback = { context, _, _, count, _ in
            context?.assumingMemoryBound(to: Int.self).pointee += count
        }
        XCTAssertEqual(
            CVPixelBufferCreateWithPlanarBytes(
                nil, 4, 2, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, memory, 64, 2, &starts, &widths, &heights, &rows, planar,
                &released,
                nil, &buffer), kCVReturnSuccess)
        CVPixelBufferLockBaseAddress(try XCTUnwrap(buffer), [])
        XCTAssertEqual(CVPixelBufferGetBaseAddressOfPlane(try XCTUnwrap(buffer), 1), memory + 32)
        buffer = nil
        XCTAssertEqual(released, 3)
        widths = [4, 4]
        XCTAssertEqual(
            CVPixelBufferCreateWithPlanarBytes(
                nil, 4, 2, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, memory, 64, 2, &starts, &widths, &heights, &rows, nil, nil, nil,
                &buffer), kCVReturnInvalidArgument)
    }

    func testAttachments() throws {
        let buffer = try make(kCVPixelFormatType_32BGRA), other = try make(kCVPixelFormatType_32BGRA)
        CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_601_4, .shouldPropagate)
        CVBufferSetAttachments(buffer, ["a": 1 as NSNumber], .shouldNotPropagate)
        var mode = CVAttachmentMode.shouldNotPropagate
        XCTAssertEqual(CVBufferCopyAttachment(buffer, kCVImageBufferYCbCrMatrixKey, &mode) as? NSString, "ITU_R_601_4")
        XCTAssertEqual(mode, .shouldPropagate)
        XCTAssertEqual(CVBufferGetAttachment(buffer, "a", &mode)?.takeUnretainedValue() as? NSNumber, 1)
        XCTAssertEqual(mode, .shouldNotPropagate)
        XCTAssertNil(CVBufferCopyAttachment(buffer, "b", nil))
        XCTAssertTrue(CVBufferHasAttachment(buffer, "a"))
        XCTAssertEqual(CVBufferCopyAttachments(buffer, .shouldNotPropagate)?.count, 1)
        CVBufferPropagateAttachments(buffer, other)
        XCTAssertTrue(CVBufferHasAttachment(other, kCVImageBufferYCbCrMatrixKey))
        XCTAssertFalse(CVBufferHasAttachment(other, "a"))
        CVBufferRemoveAttachment(buffer, "a")
        XCTAssertFalse(CVBufferHasAttachment(buffer, "a"))
        XCTAssertNil(CVBufferCopyAttachments(buffer, .shouldNotPropagate))
        CVBufferRemoveAllAttachments(buffer)
        XCTAssertFalse(CVBufferHasAttachment(buffer, kCVImageBufferYCbCrMatrixKey))
    }

    func testPools() throws {
        var made: CVPixelBufferPool?, first: CVPixelBuffer?, second: CVPixelBuffer?, third: CVPixelBuffer?
        let attributes: NSDictionary = [
            kCVPixelBufferPixelFormatTypeKey: NSNumber(value: kCVPixelFormatType_32BGRA), kCVPixelBufferWidthKey: 8 as NSNumber,
            kCVPixelBufferHeightKey: 4 as NSNumber,
        ]
        XCTAssertEqual(CVPixelBufferPoolCreate(nil, [kCVPixelBufferPoolMinimumBufferCountKey: 2 as NSNumber], attributes, &made), 0)
        let pool = try XCTUnwrap(made)
        XCTAssertEqual(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &first), kCVReturnSuccess)
        XCTAssertEqual(CVPixelBufferGetWidth(try XCTUnwrap(first)), 8)
        CVPixelBufferLockBaseAddress(try XCTUnwrap(first), [])
        let address = CVPixelBufferGetBaseAddress(try XCTUnwrap(first))
        let limit: NSDictionary = [kCVPixelBufferPoolAllocationThresholdKey: 2 as NSNumber]
        XCTAssertEqual(CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &second), kCVReturnSuccess)
        XCTAssertEqual(
            CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &third), kCVReturnWouldExceedAllocationThreshold)
        XCTAssertNil(third)
        first = nil
        XCTAssertEqual(CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &third), kCVReturnSuccess)
        CVPixelBufferLockBaseAddress(try XCTUnwrap(third), [])
        XCTAssertEqual(CVPixelBufferGetBaseAddress(try XCTUnwrap(third)), address, "memory is reused")
        (second, third) = (nil, nil)
        XCTAssertEqual(pool.freeCount, 2)
        CVPixelBufferPoolFlush(pool, .excessBuffers)
        XCTAssertEqual(pool.freeCount, 0)
        XCTAssertEqual(
            CVPixelBufferPoolGetPixelBufferAttributes(pool)?[kCVPixelBufferHeightKey] as? NSNumber, 4)
        XCTAssertEqual(CVPixelBufferPoolGetAttributes(pool)?[kCVPixelBufferPoolMinimumBufferCountKey] as? NSNumber, 2)
        XCTAssertEqual(CVPixelBufferPoolCreate(nil, nil, nil, &made), kCVReturnInvalidPixelFormat)
        XCTAssertEqual(
            CVPixelBufferPoolCreate(nil, nil, [kCVPixelBufferPixelFormatTypeKey: NSNumber(value: kCVPixelFormatType_32BGRA)], &made),
            kCVReturnInvalidPixelBufferAttributes)
        // A buffer outlives its pool.
        var last: CVPixelBuffer?
        CVPixelBufferPoolCreate(nil, nil, attributes, &made)
        CVPixelBufferPoolCreatePixelBuffer(nil, try XCTUnwrap(made), &last)
        made = nil
        CVPixelBufferLockBaseAddress(try XCTUnwrap(last), [])
        try XCTUnwrap(CVPixelBufferGetBaseAddress(try XCTUnwrap(last))).storeBytes(of: 1, as: UInt32.self)
        last = nil
    }

    /// A context draws into a buffer, and each format gives the colours that were drawn.
    func testPicturesOfFormats() throws {
        let source = try make(kCVPixelFormatType_32BGRA, 16, 8)
        CVPixelBufferLockBaseAddress(source, [])
        let context = try XCTUnwrap(
            CGContext(
                data: CVPixelBufferGetBaseAddress(source), width: 16, height: 8, bitsPerComponent: 8,
                bytesPerRow: CVPixelBufferGetBytesPerRow(source), space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue))
        context.setFillColor(CGColor(red: 0.8, green: 0.2, blue: 0.4, alpha: 1))
        context.fill(CGRect(x: 0, y: 0, width: 16, height: 8))
        CVPixelBufferUnlockBaseAddress(source, [])
        let drawn = try XCTUnwrap(source.image?.withPixels { $0[20] })
        XCTAssertEqual(drawn, 0xFFCC_3366)
        for type in [
            kCVPixelFormatType_32ARGB, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32BGRA,
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
        ] {
            let buffer = try make(type, 16, 8)
            XCTAssertTrue(source.withPackedPixels { buffer.write($0) })
            let pixel = try XCTUnwrap(buffer.image?.withPixels { $0[20] })
            for shift in [0, 8, 16, 24] as [UInt32] {
                XCTAssertEqual(
                    Int(pixel >> shift & 255), Int(drawn >> shift & 255), accuracy: buffer.format.isPacked ? 0 : 2, "\(buffer.format)")
            }
            CVPixelBufferLockBaseAddress(buffer, [])
            let first = try XCTUnwrap(CVPixelBufferGetBaseAddress(buffer)).load(as: UInt8.self)
            switch buffer.format {
            case .argb: XCTAssertEqual(first, 255)
            case .rgba: XCTAssertEqual(first, 0xCC)
            case .bgra: XCTAssertEqual(first, 0x66)
            // 0.2126 R + 0.7152 G + 0.0722 B is 87.2.
            case .biplanar(let isFull), .planar(let isFull): XCTAssertEqual(Int(first), isFull ? 87 : 91, accuracy: 1)
            case .deep: XCTFail()
            }
        }
    }
}

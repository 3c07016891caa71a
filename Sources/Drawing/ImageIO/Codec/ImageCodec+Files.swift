import Foundation

extension ImageCodec {
    /// Returns the bytes of a regular file of at most 1 GiB.
    static func read(_ path: String) throws(ImageError) -> Data {
        do {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
            guard attributes[.type] as? FileAttributeType == .typeRegular else {
                throw ImageError(file: path, reason: "not a regular file")
            }
            let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
            FileClaims.current?.read(path)
            guard size <= 1 << 30 else { throw ImageError(file: path, reason: "\(size) bytes are too large") }
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch let error as ImageError {
            throw error
        } catch {
            throw ImageError(file: path, reason: reason(error))
        }
    }

    static func write(_ data: Data, to path: String) throws(ImageError) { try OutputFile.write(data, to: path) }

    private static func reason(_ error: any Error) -> String {
        if let code = (error as? CocoaError)?.code {
            switch code {
            case .fileReadNoSuchFile, .fileNoSuchFile: return "no such file"
            case .fileReadNoPermission: return "no permission"
            default: break
            }
        }
        return error.localizedDescription
    }
}

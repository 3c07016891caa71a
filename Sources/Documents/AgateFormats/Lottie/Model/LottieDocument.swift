import Foundation

/// A Lottie file as plain values, before layers are created.
package struct LottieDocument: Sendable {
    package var name: String?
    package var version: String?
    package var width: Double
    package var height: Double
    package var frameRate: Double
    /// The first frame, and the end, which is one after the last frame.
    package var inFrame: Double
    package var outFrame: Double
    package var layers: [LottieLayer]
    package var assets: [String: LottieAsset]
    package var fonts: [LottieFont]
    package var characters: [LottieCharacter]
    package var markers: [LottieMarker]
    /// The slots, sorted by name, with the kinds of their values.
    package var slots: [LottieSlot]
    /// Values that can't be read, and are replaced by defaults.
    package var badValues: [LottieError]

    package var duration: Double { (outFrame - inFrame) / frameRate }
}

package enum LottieAsset: Sendable {
    case composition(LottieComposition)
    case image(LottieImage)
    /// Sound, or data.
    case other
}

package struct LottieComposition: Sendable {
    package var name: String?
    package var layers: [LottieLayer]
    package var frameRate: Double?
}

package struct LottieImage: Sendable {
    package var width: Double
    package var height: Double
    /// The file name, or a `data:` URL that contains the picture.
    package var path: String
    package var folder: String
    package var isEmbedded: Bool
    package var slot: String?
}

package struct LottieFont: Sendable {
    /// The name that texts use.
    package var name: String
    package var family: String
    package var style: String
    package var ascent: Double?
    package var path: String?
    package var weight: Double?
}

/// A letter as shapes, for systems without the font.
package struct LottieCharacter: Sendable {
    package var character: String
    package var family: String
    package var style: String
    package var size: Double
    /// The width, in hundredths of `size`.
    package var width: Double
    package var shapes: [LottieShape]
    /// The content in place of shapes: a composition, in whose space the letter has a size of 100.
    package var composition: LottieLayer?
}

package struct LottieMarker: Sendable {
    package var name: String
    package var frame: Double
    package var duration: Double
}

extension LottieDocument {
    /// Parses a file's text.
    /// - Throws: `LottieError` with the location of invalid content.
    package init(json data: Data) throws { try self.init(JSONTree(data), LottieSlotValues()) }

    /// - Parameter values: The values that replace the file's values of slots.
    package init(_ tree: JSONTree, _ values: LottieSlotValues, reading: LottieReading = .specification) throws {
        let root = tree.root
        guard root.isObject else { throw root.error("an animation must be an object") }
        func number(_ key: StaticString, _ what: String) throws -> Double {
            guard let json = root[key], let number = try? Double.read(json) else {
                throw LottieError("\(key)", "the animation has no \(what)")
            }
            return number
        }
        width = try number("w", "width")
        height = try number("h", "height")
        frameRate = try number("fr", "frame rate")
        inFrame = try number("ip", "first frame")
        outFrame = try number("op", "last frame")
        guard width > 0, height > 0, width <= 65536, height <= 65536 else {
            throw LottieError("w", "the size \(width) × \(height) is invalid")
        }
        guard frameRate >= 0.01, frameRate <= 10000 else { throw LottieError("fr", "the frame rate \(frameRate) is invalid") }
        guard outFrame >= inFrame, outFrame - inFrame < 1e9, abs(inFrame) < 1e9 else {
            throw LottieError("op", "the frame range \(inFrame) to \(outFrame) is invalid")
        }
        name = root["nm"]?.string
        version = root["v"]?.string
        var reader = LottieReader()
        for (name, value) in root["slots"]?.members ?? [] { reader.slots[name] = value }
        for (name, value) in values.themed { reader.slots[name] = value }
        reader.values = values
        (reader.waysGoByParameter, reader.easesAlike) = (reading == .iOSPlayer, reading == .iOSPlayer)
        guard let list = root["layers"] else { throw LottieError("layers", "the animation has no layers") }
        layers = try reader.layers(list)
        assets = [:]
        for asset in root["assets"]?.all ?? [] {
            guard let id = asset["id"]?.string ?? asset["id"]?.int.map(String.init) else { continue }
            assets[id] = try reader.asset(asset)
        }
        fonts = (root["fonts"]?["list"]?.elements).map { $0.map(reader.font) } ?? []
        characters = (root["chars"]?.elements).map { $0.compactMap { json in reader.kept { try reader.character(json) } } } ?? []
        markers =
            (root["markers"]?.elements).map {
                $0.map { json in
                    LottieMarker(
                        name: (json["cm"]?.string ?? "").trimmingCharacters(in: .whitespacesAndNewlines), frame: json["tm"]?.number ?? 0,
                        duration: json["dr"]?.number ?? 0)
                }
            } ?? []
        badValues = reader.notes.badValues
        slots = reader.notes.uses.sorted { ($0.id, $0.kind.rawValue) < ($1.id, $1.kind.rawValue) }
    }
}

extension LottieReader {
    fileprivate func asset(_ json: JSONValue) throws -> LottieAsset {
        if let layers = json["layers"] {
            return .composition(LottieComposition(name: json["nm"]?.string, layers: try self.layers(layers), frameRate: json["fr"]?.number))
        }
        let slot = json["sid"]?.string
        if let slot { notes.uses.insert(LottieSlot(id: slot, kind: .image)) }
        let source = slot.flatMap { slots[$0]?["p"] } ?? json
        guard let path = source["p"]?.string, json["w"] != nil || json["t"]?.string != "3" else { return .other }
        return .image(
            LottieImage(
                width: json["w"]?.number ?? 0, height: json["h"]?.number ?? 0, path: path, folder: source["u"]?.string ?? "",
                isEmbedded: path.hasPrefix("data:"), slot: slot
            ))
    }

    fileprivate func font(_ json: JSONValue) -> LottieFont {
        LottieFont(
            name: json["fName"]?.string ?? "", family: json["fFamily"]?.string ?? "", style: json["fStyle"]?.string ?? "",
            ascent: json["ascent"]?.number, path: json["fPath"]?.string.flatMap { $0.isEmpty ? nil : $0 }, weight: json["fWeight"]?.number
        )
    }

    fileprivate func character(_ json: JSONValue) throws -> LottieCharacter? {
        guard let character = json["ch"]?.string else { return nil }
        return LottieCharacter(
            character: character, family: json["fFamily"]?.string ?? "", style: json["style"]?.string ?? "",
            size: json["size"]?.number ?? 100,
            width: json["w"]?.number ?? 0, shapes: shapes(json["data"]?["shapes"]), composition: try json["data"].flatMap(composition)
        )
    }
}

import CoreGraphics
import Foundation

/// Creates the dictionaries of properties from a file's description.
enum ImageProperties {
    static func ofFile(_ about: ImageDescription, _ format: ImageCodec.Format, size: Int) -> CFDictionary {
        var all: [String: Any] = ["FileSize": size]
        if about.parts.count > 1 { all["ImageCount"] = about.parts.count }
        if let key = key(format), about.isAnimated || format == .gif {
            all[key] =
                animation(about).merging([
                    "FrameInfo": about.parts.map { ["DelayTime": $0.clampedDelay, "UnclampedDelayTime": $0.delay] as NSDictionary }
                        as NSArray
                ]) { $1 } as NSDictionary
        }
        return all as NSDictionary
    }

    static func ofImage(_ index: Int, _ about: ImageDescription, _ format: ImageCodec.Format) -> CFDictionary {
        var all: [String: Any] = [
            "PixelWidth": about.width, "PixelHeight": about.height, "Depth": about.depth, "ColorModel": about.colorModel.rawValue,
        ]
        if about.hasAlpha { all["HasAlpha"] = true }
        if about.isIndexed { all["IsIndexed"] = true }
        if let orientation = about.orientation { all["Orientation"] = orientation }
        if let dpi = about.dpi {
            all["DPIWidth"] = dpi.x
            all["DPIHeight"] = dpi.y
        }
        if let name = about.profileName { all["ProfileName"] = name }
        if !about.exif.tiff.isEmpty { all["{TIFF}"] = dictionary(about.exif.tiff) }
        if !about.exif.exif.isEmpty { all["{Exif}"] = dictionary(about.exif.exif) }
        if let key = key(format) {
            var special: [String: Any] = about.special.mapValues { whole($0) }
            if about.isAnimated || format == .gif {
                let part = about.parts[index]
                special["DelayTime"] = part.clampedDelay
                special["UnclampedDelayTime"] = part.delay
                special.merge(animation(about)) { $1 }
            }
            if !special.isEmpty { all[key] = special as NSDictionary }
        }
        return all as NSDictionary
    }

    private static func key(_ format: ImageCodec.Format) -> String? {
        switch format {
        case .png: "{PNG}"
        case .jpeg: "{JFIF}"
        case .gif: "{GIF}"
        case .webP: "{WebP}"
        }
    }

    private static func animation(_ about: ImageDescription) -> [String: Any] {
        ["LoopCount": about.loopCount, "CanvasPixelWidth": about.width, "CanvasPixelHeight": about.height]
    }

    private static func dictionary(_ values: [String: ExifData.Value]) -> NSDictionary {
        values.mapValues { value -> Any in
            switch value {
            case .number(let number): whole(number)
            case .numbers(let numbers): numbers.map(whole) as NSArray
            case .text(let text): text
            }
        }.merging(values["ISOSpeedRatings"].map(isoArray) ?? [:]) { $1 } as NSDictionary
    }

    /// Returns sensitivities as an array, even if there is only one.
    private static func isoArray(_ value: ExifData.Value) -> [String: Any] {
        if case .number(let number) = value { ["ISOSpeedRatings": [whole(number)] as NSArray] } else { [:] }
    }

    private static func whole(_ number: Double) -> Any {
        if let integer = Int(exactly: number) { integer } else { number }
    }
}

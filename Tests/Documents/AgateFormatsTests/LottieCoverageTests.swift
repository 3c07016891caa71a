import AgateDiagnostics
import Foundation
import TestSupport
import XCTest

@testable import AgateFormats

/// What of the Lottie specification's own lists shows: a file for each, read and made into layers. `Documentation/LottieCoverage.md` is
/// what this test finds; with AGATE_WRITE_GOLDENS set it is written anew.
final class LottieCoverageTests: XCTestCase {
    private struct Entry {
        let name: String
        let code: String
        /// Layers, and more members of the file.
        let layers: String
        var more = ""
    }

    private func property(_ value: String) -> String { #"{"a":0,"k":\#(value)}"# }
    private let square = #"{"ty":"rc","p":{"k":[0,0]},"s":{"k":[10,10]},"r":{"k":0}}"#
    private let red = #"{"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}}"#
    private let paint = "#ff0000"
    private let place = #"{"p":{"k":[30,30,0]}}"#

    private func layer(_ shapes: String, _ more: String = "") -> String {
        #"{"ty":4,"nm":"L","ind":1,"ip":0,"op":20,"st":0,"ks":\#(place),"shapes":[\#(shapes)]\#(more)}"#
    }

    private func shape(_ name: String, _ code: String, _ body: String, paint: Bool = true) -> Entry {
        Entry(name: name, code: code, layers: layer((paint ? "" : square + ",") + #"{"ty":"\#(code)"\#(body)}"# + (paint ? "," + red : "")))
    }

    private var shapes: [Entry] {
        let stops = #""g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}},"s":{"k":[0,0]},"e":{"k":[10,0]},"o":{"k":100},"t":1"#
        let path = #","ks":{"k":{"c":true,"v":[[0,0],[9,0],[9,9]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}"#
        func change(_ name: String, _ code: String, _ body: String) -> Entry {
            Entry(name: name, code: code, layers: layer(square + "," + #"{"ty":"\#(code)"\#(body)}"# + "," + red))
        }
        return [
            shape("Rectangle", "rc", #","p":{"k":[0,0]},"s":{"k":[10,10]},"r":{"k":2}"#),
            shape("Ellipse", "el", #","p":{"k":[0,0]},"s":{"k":[10,10]}"#),
            shape(
                "Star and polygon", "sr",
                #","sy":1,"p":{"k":[0,0]},"or":{"k":9},"os":{"k":0},"ir":{"k":4},"is":{"k":0},"r":{"k":0},"pt":{"k":5}"#),
            shape("Path", "sh", path),
            Entry(name: "Group", code: "gr", layers: layer(#"{"ty":"gr","it":[\#(square),\#(red),{"ty":"tr"}]}"#)),
            shape("Fill", "fl", #","c":{"k":[1,0,0,1]},"o":{"k":100}"#, paint: false),
            shape(
                "Stroke", "st", #","c":{"k":[1,0,0,1]},"o":{"k":100},"w":{"k":2},"lc":2,"lj":2,"d":[{"n":"d","v":{"k":4}}]"#, paint: false),
            shape("Gradient fill", "gf", "," + stops, paint: false),
            shape("Gradient stroke", "gs", "," + stops + #","w":{"k":2},"lc":1,"lj":1"#, paint: false),
            shape("No style", "no", #","o":{"k":100}"#, paint: false),
            change("Trim path", "tm", #","s":{"k":0},"e":{"k":50},"o":{"k":0},"m":1"#),
            Entry(
                name: "Repeater", code: "rp",
                layers: layer(
                    square + "," + red
                        + #",{"ty":"rp","c":{"k":2},"o":{"k":0},"m":1,"tr":{"ty":"tr","p":{"k":[5,0]},"so":{"k":100},"eo":{"k":100}}}"#)),
            change("Rounded corners", "rd", #","r":{"k":2}"#), change("Merge", "mm", #","mm":2"#),
            change("Offset path", "op", #","a":{"k":2},"lj":1,"ml":{"k":4}"#), change("Pucker and bloat", "pb", #","a":{"k":20}"#),
            change("Zig zag", "zz", #","r":{"k":3},"s":{"k":2},"pt":{"k":1}"#), change("Twist", "tw", #","a":{"k":30},"c":{"k":[0,0]}"#),
        ]
    }

    private var layers: [Entry] {
        let common = #""nm":"L","ind":1,"ip":0,"op":20,"st":0,"ks":\#(place)"#
        let comp =
            #","assets":[{"id":"c","layers":[\#(layer(square + "," + red))]},{"id":"i","w":1,"h":1,"p":"\#(Self.pixel)","e":1},{"id":"s","p":"a.mp3","u":""}]"#
        let font = #","fonts":{"list":[{"fName":"Helvetica","fFamily":"Helvetica","fStyle":"Regular"}]}"#
        let text = #""t":{"d":{"k":[{"t":0,"s":{"t":"a","f":"Helvetica","s":10,"fc":[0,0,0]}}]},"a":[],"p":{},"m":{"g":1,"a":{"k":[0,0]}}}"#
        return [
            Entry(name: "Precomposition", code: "0", layers: #"{"ty":0,\#(common),"refId":"c","w":60,"h":60}"#, more: comp),
            Entry(name: "Solid", code: "1", layers: #"{"ty":1,\#(common),"sw":9,"sh":9,"sc":"\#(paint)"}"#),
            Entry(name: "Image", code: "2", layers: #"{"ty":2,\#(common),"refId":"i"}"#, more: comp),
            Entry(name: "Null", code: "3", layers: #"{"ty":3,\#(common)}"#),
            Entry(name: "Shape", code: "4", layers: layer(square + "," + red)),
            Entry(name: "Text", code: "5", layers: #"{"ty":5,\#(common),\#(text)}"#, more: font),
            Entry(name: "Audio", code: "6", layers: #"{"ty":6,\#(common),"refId":"s"}"#, more: comp),
            Entry(
                name: "Camera", code: "13",
                layers: #"{"ty":13,"nm":"C","ind":2,"ip":0,"op":20,"ks":{"p":{"k":[30,30,-100]},"a":{"k":[30,30,0]}},"pe":{"k":100}},"#
                    + layer(square + "," + red, #","ddd":1"#)),
            Entry(name: "Data", code: "15", layers: #"{"ty":15,\#(common),"refId":"s"}"#, more: comp),
        ]
    }

    /// One white pixel.
    private static let pixel =
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="

    private var effects: [Entry] {
        let number = #"{"ty":0,"v":{"k":5}}"#, color = #"{"ty":2,"v":{"k":[1,0,0,1]}}"#, point = #"{"ty":3,"v":{"k":[10,10]}}"#,
            choice = #"{"ty":7,"v":{"k":1}}"#
        let list: [(String, Int, [String])] = [
            ("Custom (controls of expressions)", 5, [number]), ("Paint over transparent", 6, [number]),
            ("Tint", 20, [color, color, number]),
            ("Fill", 21, [number, choice, color, choice, number, number, number]),
            ("Stroke", 22, [number, choice, choice, color, number, number, number, number, number, choice]),
            ("Tritone", 23, [color, color, color, number]), ("Pro levels", 24, [String](repeating: number, count: 30)),
            ("Drop shadow", 25, [color, number, number, number, number]), ("Radial wipe", 26, [number, number, point, choice, number]),
            ("Displacement map", 27, [number]), ("Matte (set)", 28, [#"{"ty":10,"v":{"k":1}}"#, choice, choice, choice, choice]),
            ("Gaussian blur", 29, [number, choice, choice]), ("Twirl", 30, [number, number, point]), ("Mesh warp", 31, [number]),
            ("Wavy", 32, [number]),
            ("Spherize", 33, [number, point]), ("Puppet", 34, [number]),
        ]
        return list.map { name, type, parameters in
            Entry(
                name: name, code: "\(type)",
                layers: layer(
                    square + "," + red,
                    #","ef":[{"ty":\#(type),"nm":"E","mn":"Pseudo/E","en":1,"ef":[\#(parameters.joined(separator: ","))]}]"#))
        }
    }

    private var styles: [Entry] {
        let numbers =
            #""c":{"k":[1,0,0,1]},"o":{"k":50},"a":{"k":120},"d":{"k":3},"s":{"k":4},"ch":{"k":0},"bm":{"k":0},"no":{"k":0},"r":{"k":50}"#
        let gradient = #","gf":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}},"gt":{"k":1},"gs":{"k":2}"#
        return [
            "Stroke", "Drop shadow", "Inner shadow", "Outer glow", "Inner glow", "Bevel and emboss", "Satin", "Colour overlay",
            "Gradient overlay",
        ].enumerated().map {
            let more = $0 == 8 ? gradient : ""
            return Entry(name: $1, code: "\($0)", layers: layer(square + "," + red, #","sy":[{"ty":\#($0),"nm":"Y",\#(numbers)\#(more)}]"#))
        }
    }

    private var others: [Entry] {
        let path = #"{"c":true,"v":[[0,0],[9,0],[9,9]],"i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}"#
        let masks = [
            ("None", "n"), ("Add", "a"), ("Subtract", "s"), ("Intersect", "i"), ("Lighten", "l"), ("Darken", "d"), ("Difference", "f"),
        ].map { name, mode in
            Entry(
                name: "Mask: \(name)", code: mode,
                layers: layer(
                    square + "," + red,
                    #","masksProperties":[{"mode":"\#(mode)","pt":{"k":\#(path)},"o":{"k":100},"x":{"k":1},"f":{"k":[2,2]}}]"#))
        }
        let mattes = ["Alpha", "Inverted alpha", "Luma", "Inverted luma"].enumerated().map {
            Entry(
                name: "Matte: \($1)", code: "\($0 + 1)",
                layers: #"{"ty":1,"nm":"M","ind":2,"ip":0,"op":20,"td":1,"sw":9,"sh":9,"sc":"\#(paint)","ks":{}},"#
                    + layer(square + "," + red, #","tt":\#($0 + 1)"#))
        }
        let blends = [
            "Normal", "Multiply", "Screen", "Overlay", "Darken", "Lighten", "Colour dodge", "Colour burn", "Hard light", "Soft light",
            "Difference", "Exclusion", "Hue",
            "Saturation", "Colour", "Luminosity", "Add", "Hard mix",
        ].enumerated().map { Entry(name: "Blend: \($1)", code: "\($0)", layers: layer(square + "," + red, #","bm":\#($0)"#)) }
        let moving = #"{"a":1,"k":[{"t":0,"s":[0,0],"to":[0,9],"ti":[0,9],"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":10,"s":[40,40]}]}"#
        return masks + mattes + blends + [
            Entry(
                name: "Parent", code: "parent",
                layers: #"{"ty":3,"nm":"P","ind":2,"ip":0,"op":20,"ks":\#(place)},"# + layer(square + "," + red, #","parent":2"#)),
            Entry(
                name: "Motion along a curve, turned with it", code: "ao",
                layers: #"{"ty":1,"nm":"L","ind":1,"ip":0,"op":20,"ao":1,"sw":9,"sh":9,"sc":"\#(paint)","ks":{"p":\#(moving)}}"#),
            Entry(name: "Time stretch", code: "sr", layers: layer(square + "," + red, #","sr":2"#)),
            Entry(name: "Motion blur", code: "mb", layers: layer(square + "," + red, #","mb":true"#)),
            Entry(
                name: "Slot", code: "sid", layers: layer(square + #",{"ty":"fl","c":{"sid":"c"},"o":{"k":100}}"#),
                more: #","slots":{"c":{"p":{"k":[1,0,0,1]}}}"#),
            Entry(name: "Marker", code: "markers", layers: layer(square + "," + red), more: #","markers":[{"tm":0,"cm":"a","dr":2}]"#),
        ]
    }

    func testTheTableSaysWhatFilesSay() throws {
        var text = """
            # Coverage of the Lottie specification

            A file for each line is read and turned into layers (`Tests/Documents/AgateFormatsTests/LottieCoverageTests.swift`, which writes this table): \
            "yes" means that no part of it is reported as unsupported; otherwise the table shows the report.

            """
        for (title, entries) in [
            ("Shapes", shapes), ("Layers", layers), ("Effects", effects), ("Layer styles", styles),
            ("Masks, mattes, blending and the rest", others),
        ] {
            text += "\n## \(title)\n\n| | in files | shown |\n|---|---|---|\n"
            for entry in entries {
                let json = #"{"v":"5.9","fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[\#(entry.layers)]\#(entry.more)}"#
                let scene = try LottieScene(data: Data(json.utf8), file: "")
                // The layer's name is this test's.
                let reports = scene.diagnostics.filter { !$0.message.contains(" is used instead") }.map {
                    $0.message.replacingOccurrences(of: ": layer \"L\": ", with: "")
                }
                text += "| \(entry.name) | `\(entry.code)` | \(reports.isEmpty ? "yes" : reports.joined(separator: "; ")) |\n"
            }
        }
        let file = Repository.root.appendingPathComponent("Documentation/LottieCoverage.md")
        if ProcessInfo.processInfo.environment["AGATE_WRITE_GOLDENS"] != nil { try Data(text.utf8).write(to: file) }
        XCTAssertEqual(try String(contentsOf: file, encoding: .utf8), text, "AGATE_WRITE_GOLDENS=1 writes it anew")
    }
}

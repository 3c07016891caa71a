import Foundation

/// Fonts of our own, made here byte by byte and short enough to be inputs: six glyphs, a ligature, a pair that is kerned, names.
enum MadeFont {
    static func plain() -> Data { file(tables) }

    /// The same with an axis of weight, and outlines that follow it.
    static func variable() -> Data { file(tables + [("fvar", axis), ("gvar", deltas)]) }

    // MARK: Bytes, the highest first

    private static func u16(_ values: Int...) -> Data { Data(values.flatMap { [UInt8($0 >> 8 & 255), UInt8($0 & 255)] }) }
    private static func u32(_ values: Int...) -> Data { values.reduce(Data()) { $0 + u16($1 >> 16 & 0xFFFF, $1 & 0xFFFF) } }
    private static func tag(_ text: String) -> Data { Data(text.utf8) }
    private static func padded(_ data: Data, to size: Int) -> Data { data + Data(count: (size - data.count % size) % size) }

    private static func file(_ tables: [(name: String, data: Data)]) -> Data {
        var directory = u32(0x0001_0000) + u16(tables.count, 128, 3, tables.count * 16 - 128)
        var body = Data()
        let start = 12 + 16 * tables.count
        for (name, data) in tables.sorted(by: { $0.name < $1.name }) {
            directory += tag(name) + u32(0, start + body.count, data.count)
            body += padded(data, to: 4)
        }
        return directory + body
    }

    // MARK: Tables

    private static let glyphCount = 6

    private static let tables: [(name: String, data: Data)] = [
        (
            "head",
            u32(0x0001_0000, 0x0001_0000, 0, 0x5F0F_3CF5) + u16(0, 1000) + Data(count: 16) + u16(0, 0, 600, 700, 0, 8, 2, 0, 0)
        ),
        ("hhea", u32(0x0001_0000) + u16(800, -200, 0, 600, 0, 0, 600, 1, 0, 0, 0, 0, 0, 0, 0, glyphCount)),
        ("maxp", u32(0x0001_0000) + u16(glyphCount, 16, 4, 32, 8, 1, 0, 0, 0, 0, 0, 0, 4, 1)),
        ("hmtx", (0..<glyphCount).reduce(Data()) { data, _ in data + u16(600, 0) }),
        ("OS/2", metrics), ("cmap", characters), ("glyf", glyphs.joined), ("loca", glyphs.places), ("name", names),
        ("post", u32(0x0003_0000) + Data(count: 28)), ("kern", u16(0, 1, 0, 20, 1, 1, 6, 0, 0, 1, 2, -50)), ("GSUB", ligature),
    ]

    private static let metrics: Data = {
        let heights = u16(800, -200, 0, 800, 200)
        return u16(4, 600, 400, 5, 0) + Data(count: 32) + Data(count: 16) + tag("MADE") + u16(0x40, 0x20, 0xFFFF) + heights
            + Data(count: 8) + u16(500, 700, 0, 32, 2)
    }()

    /// A, f, i and an Arabic letter.
    private static let characters: Data = {
        let codes = [0x41, 0x66, 0x69, 0x628, 0xFFFF]
        let glyphs = [1, 2, 3, 5, 0]
        var table = u16(0, 1, 3, 1) + u32(12) + u16(4, 16 + 8 * codes.count, 0, 2 * codes.count, 8, 2, 2)
        for code in codes { table += u16(code) }
        table += u16(0)
        for code in codes { table += u16(code) }
        for (code, glyph) in zip(codes, glyphs) { table += u16(glyph - code) }
        for _ in codes { table += u16(0) }
        return table
    }()

    /// One outline: points are on the curve unless they are controls.
    private static func outline(_ points: [(x: Int, y: Int, isControl: Bool)]) -> Data {
        var data = u16(1, 0, 0, 600, 700, points.count - 1, 0) + Data(points.map { $0.isControl ? 0 : 1 })
        for axis in [\(x: Int, y: Int, isControl: Bool).x, \.y] {
            var last = 0
            for point in points {
                data += u16(point[keyPath: axis] - last)
                last = point[keyPath: axis]
            }
        }
        return padded(data, to: 2)
    }

    private static let glyphs: (joined: Data, places: Data) = {
        let box: [(x: Int, y: Int, isControl: Bool)] = [(50, 0, false), (50, 700, false), (550, 700, false), (550, 0, false)]
        let round: [(x: Int, y: Int, isControl: Bool)] = [(0, 0, false), (300, 900, true), (600, 0, false), (300, 200, false)]
        let bar: [(x: Int, y: Int, isControl: Bool)] = [(200, 0, false), (200, 500, false), (300, 500, false), (300, 0, false)]
        // Two others beside each other.
        let both = u16(-1, 0, 0, 600, 700, 0x23, 2, 0, 0, 3, 3, 250, 0)
        let all = [outline(box), outline(round), outline(bar), outline(bar.map { ($0.x, $0.y / 2, $0.isControl) }), both, outline(round)]
        var joined = Data(), places = u16(0)
        for glyph in all {
            joined += glyph
            places += u16(joined.count / 2)
        }
        return (joined, places)
    }()

    private static let names: Data = {
        let texts = [(1, "Made"), (2, "Regular"), (4, "Made Regular"), (6, "Made-Regular")]
        var records = Data(), text = Data()
        for (number, name) in texts {
            let bytes = name.utf16.reduce(Data()) { $0 + u16(Int($1)) }
            records += u16(3, 1, 0x409, number, bytes.count, text.count)
            text += bytes
        }
        return u16(0, texts.count, 6 + records.count) + records + text
    }()

    /// f and i become one glyph.
    private static let ligature: Data = {
        let scripts = u16(1) + tag("DFLT") + u16(8, 4, 0, 0, 0xFFFF, 1, 0)
        let features = u16(1) + tag("liga") + u16(8, 0, 1, 0)
        let lookups = u16(1, 4, 4, 0, 1, 8) + u16(1, 8, 1, 14) + u16(1, 1, 2) + u16(1, 4, 4, 2, 3)
        let start = 10
        return u32(0x0001_0000) + u16(start, start + scripts.count, start + scripts.count + features.count) + scripts + features + lookups
    }()

    private static let axis: Data =
        u32(0x0001_0000) + u16(16, 2, 1, 20, 0, 8) + tag("wght") + u32(100 << 16, 400 << 16, 900 << 16) + u16(0, 256)

    /// The second glyph's points move to the right with the weight.
    private static let deltas: Data = {
        let points = 8
        let moved = Data([0, UInt8(points - 1)] + (0..<points).map { UInt8($0 * 9) } + [UInt8(0x80 | points - 1)])
        let own = padded(u16(1, 8, moved.count, 0x2000) + moved, to: 2)
        var places = Data()
        for glyph in 0...glyphCount { places += u16(glyph < 2 ? 0 : own.count / 2) }
        let start = 20 + places.count
        return u32(0x0001_0000) + u16(1, 1) + u32(start) + u16(glyphCount, 0) + u32(start + 2) + places + u16(0x4000) + own
    }()
}

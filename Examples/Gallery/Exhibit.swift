import Agate

/// One card of the gallery: what it is called, what to look for, and how it is put on its stage of 216 x 146 points.
struct Exhibit {
    let name: String
    let note: String
    let build: (CALayer) -> Void

    init(_ name: String, _ note: String, _ build: @escaping (CALayer) -> Void) {
        self.name = name
        self.note = note
        self.build = build
    }
}

enum Palette {
    static func rgb(_ hex: UInt32, _ alpha: CGFloat = 1) -> CGColor {
        CGColor(red: CGFloat(hex >> 16 & 255) / 255, green: CGFloat(hex >> 8 & 255) / 255, blue: CGFloat(hex & 255) / 255, alpha: alpha)
    }
    static let paper = rgb(0xEFEDE8), white = rgb(0xFFFFFF), stage = rgb(0xE3E6EE), ink = rgb(0x20242F), grey = rgb(0x6B7180)
    static let coral = rgb(0xF2685C), teal = rgb(0x2A9D8F), amber = rgb(0xF4B942), indigo = rgb(0x4A5BD4), plum = rgb(0x8E4A9E)
    static let all = [coral, amber, teal, indigo, plum]
}

/// A plain layer of a colour.
func box(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ color: CGColor?, in parent: CALayer? = nil) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: y, width: width, height: height)
    layer.backgroundColor = color
    parent?.addSublayer(layer)
    return layer
}

/// A picture made of a function of the place, each from 0 to 1 and growing downwards, that gives red, green and blue.
func picture(_ width: Int, _ height: Int, _ color: (_ x: Double, _ y: Double) -> (Double, Double, Double)) -> CGImage? {
    var bytes: [UInt8] = []
    for y in 0..<height {
        for x in 0..<width {
            let c = color((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))
            for value in [c.2, c.1, c.0] { bytes.append(UInt8(max(0, min(1, value)) * 255 + 0.5)) }
            bytes.append(255)
        }
    }
    return CGImage(width: width, height: height, premultipliedBGRA: bytes)
}

/// Hills under a low sun.
let landscape = picture(400, 250) { x, y in
    let far = 0.62 + 0.05 * sin(x * 9 + 1), near = 0.78 + 0.07 * sin(x * 5 + 4)
    if y > near { return (0.12, 0.32 - 0.1 * y, 0.28) }
    if y > far { return (0.27, 0.5, 0.45) }
    let dx = (x - 0.68) * 1.6, dy = y - 0.4
    if dx * dx + dy * dy < 0.022 { return (1, 0.93, 0.72) }
    return (0.5 + 0.75 * y, 0.66 + 0.26 * y, 0.93 - 0.42 * y)
}

/// A star of some points about a middle.
func star(_ points: Int, _ middle: CGPoint, _ outer: CGFloat, _ inner: CGFloat) -> CGPath {
    let path = CGMutablePath()
    for index in 0..<(2 * points) {
        let angle = Double(index) * .pi / Double(points) - .pi / 2, radius = index % 2 == 0 ? outer : inner
        let point = CGPoint(x: middle.x + radius * cos(angle), y: middle.y + radius * sin(angle))
        if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.closeSubpath()
    return path
}

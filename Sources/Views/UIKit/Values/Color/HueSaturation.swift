import CoreGraphics

/// A color by hue, saturation and brightness, with conversions from and to red, green and blue. A hue of 1 is a full turn.
struct HueSaturation {
    var hue: CGFloat
    var saturation: CGFloat
    var brightness: CGFloat

    init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat) {
        let turn = hue.isFinite ? hue - hue.rounded(.down) : 0
        // A full turn is red, the same as 0.
        self.hue = turn
        self.saturation = saturation.isNaN ? 0 : min(max(saturation, 0), 1)
        self.brightness = brightness.isNaN ? 0 : brightness
    }

    init(rgb: SIMD3<Double>) {
        let high = rgb.max(), low = rgb.min(), span = high - low
        var sixth = 0.0
        if span > 0 {
            if rgb.x == high {
                sixth = (rgb.y - rgb.z) / span
            } else if rgb.y == high {
                sixth = (rgb.z - rgb.x) / span + 2
            } else {
                sixth = (rgb.x - rgb.y) / span + 4
            }
        }
        hue = CGFloat((sixth < 0 ? sixth + 6 : sixth) / 6)
        saturation = high > 0 ? CGFloat(min(span / high, 1)) : 0
        brightness = CGFloat(high)
    }

    var rgb: SIMD3<Double> {
        let sector = Double(hue) * 6
        let part = sector - sector.rounded(.down)
        let v = Double(brightness), s = Double(saturation)
        let p = v * (1 - s), q = v * (1 - s * part), t = v * (1 - s * (1 - part))
        switch Int(sector) % 6 {
        case 0: return SIMD3(v, t, p)
        case 1: return SIMD3(q, v, p)
        case 2: return SIMD3(p, v, t)
        case 3: return SIMD3(p, q, v)
        case 4: return SIMD3(t, p, v)
        default: return SIMD3(v, p, q)
        }
    }
}

import Raster
import RenderTree

/// Plans as text, one line per step: for tests and debugging.
extension FramePlan {
    /// - Parameter list: the list that was planned.
    package func text(_ list: DrawList) -> String {
        var lines: [String] = []
        for sweep in sweeps {
            lines.append("sweep \(sweep.rect.text)" + (sweep.isApart ? ", drawn apart \(sweep.drawn.text)" : ""))
            var depth = 1
            for at in sweep.steps {
                let step = steps[at]
                if step.kind.ends || step.kind.turns { depth -= 1 }
                lines.append(String(repeating: "  ", count: depth) + text(step, list))
                if step.kind.begins || step.kind.turns { depth += 1 }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func text(_ step: PlanStep, _ list: DrawList) -> String {
        let name = "\(step.kind) \(step.op)"
        switch step.kind {
        case .draw: return "draw " + runs(Int(step.op)..<Int(step.end), list)
        case .beginClip:
            let clip = clips[Int(step.index)]
            return "\(name) \(step.rect.text)" + text(clip)
        case .beginGroup, .beginMask, .beginCoverage, .turnCoverage, .invert: return "\(name) \(step.rect.text)"
        case .beginBitmap: return "\(name) \(step.rect.text) of ops up to \(step.index)"
        case .endClip, .endGroup, .endBitmap, .endCoverage: return name
        case .tint: return "\(name) \(hex(UInt32(bitPattern: step.index)))"
        case .filter: return "\(name) " + text(passes[Int(step.index)])
        case .shadow:
            let shadow = shadows[Int(step.index)], place = shadow.place
            return
                "\(name) \(step.rect.text) \(hex(shadow.color)) by \(place.dx),\(place.dy) sigma \(place.sigma.text), faded \(step.opacity)"
        case .backdrop:
            let backdrop = backdrops[Int(step.index)]
            return "\(name) \(step.rect.text) of \(backdrop.source.text)" + (backdrop.inside.map { " inside \($0.text)" } ?? "") + ": "
                + passes[backdrop.passes].map(text).joined(separator: ", ") + "; opacity \(step.opacity)" + text(backdrop.clip)
        case .composite, .combine:
            return "\(name) \(step.rect.text)" + (step.opacity == 255 ? "" : " opacity \(step.opacity)")
                + (step.mode == .normal ? "" : " \(step.mode)")
        case .paintThrough: return "\(name) \(list.ops[Int(step.op)].kind) \(step.rect.text) opacity \(step.opacity)"
        case .paintShape: return "\(name) \(list.ops[Int(step.op)].kind) with \(list.ops[Int(step.end)].kind) \(step.end) of \(step.index)"
        case .drawThrough: return "\(name) \(list.ops[Int(step.op)].kind) \(step.rect.text) of \(step.index)"
        }
    }

    /// Returns a text for a range of ops, with consecutive ops of a kind combined.
    private func runs(_ range: Range<Int>, _ list: DrawList) -> String {
        var text = "\(range.lowerBound)..<\(range.upperBound)", at = range.lowerBound
        while at < range.upperBound {
            let kind = list.ops[at].kind, end = list.ops[at..<range.upperBound].firstIndex { $0.kind != kind } ?? range.upperBound
            text += " \(kind)" + (end - at > 1 ? " x\(end - at)" : "")
            at = end
        }
        return text
    }

    private func text(_ clip: PlannedClip) -> String { clip.shape == .rectangle ? "" : " \(clip.shape), whole in \(clip.inner.text)" }

    private func text(_ pass: PlannedPass) -> String {
        let what =
            switch pass.filter {
            case .blur(let sigma): "blur \(sigma.text)"
            case .box(let x, let y): "box \(x),\(y)"
            case .blocks(let size, let corner): "blocks \(size.text) at \(corner.text)"
            case .color: "color"
            case .exposure(let stops): "exposure \(SIMD2(stops, 0).text.split(separator: ",")[0])"
            }
        return "\(what) for \(pass.wanted.text)"
    }

    private func hex(_ color: UInt32) -> String { "#" + String(color, radix: 16) }
}

extension PlanStep.Kind {
    fileprivate var begins: Bool { self == .beginClip || self == .beginGroup || self == .beginBitmap || self == .beginCoverage }
    fileprivate var turns: Bool { self == .beginMask || self == .turnCoverage }
    fileprivate var ends: Bool { self == .endClip || self == .endGroup || self == .endBitmap || self == .endCoverage }
}

extension IntRect {
    fileprivate var text: String { isEmpty ? "nowhere" : "\(x0),\(y0) \(width)x\(height)" }
}

extension SIMD2<Double> {
    /// Rounded to hundredths.
    fileprivate var text: String {
        func rounded(_ v: Double) -> Double { (v * 100).rounded() / 100 }
        return "\(rounded(x)),\(rounded(y))"
    }
}

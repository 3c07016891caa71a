import CoreGraphics
import ObjectiveCRuntime

/// Key-value observing of layers: their setters say so while somebody observes, and cost one test of a flag otherwise.
extension CALayer: KeyValueCoding, ObservationSource, KeyPathNaming {
    /// The frame is made of others.
    package func keysAffecting(_ key: String) -> [(object: NSObject, key: String)] {
        key == "frame" ? ["position", "bounds", "anchorPoint", "transform"].map { (self, $0) } : []
    }

    package func observationChanged() {
        // Asked again under the lock: the last of two threads that come here has what is so.
        LayerLock.withLock { if KeyValueChanges.isObserved(self) { needs.insert(.isObserved) } else { needs.remove(.isObserved) } }
    }

    package func name(of keyPath: AnyKeyPath) -> String? { LayerKeyPaths.name(of: keyPath) }
}

/// The names of the key paths of layers. `\CAShapeLayer.bounds` is another key path than `\CALayer.bounds`; so they are made for each class
/// that is asked about, once.
private enum LayerKeyPaths {
    static func name(of keyPath: AnyKeyPath) -> String? {
        // Opened here: the metatype says which class it is.
        guard let root = Swift.type(of: keyPath).rootType as? any LayerRoot.Type else { return nil }
        register(root)
        return KeyPathNames.name(of: keyPath)
    }

    /// Registering twice changes nothing.
    private static func register<L: LayerRoot>(_: L.Type) {
        KeyPathNames.add(\L.bounds, "bounds")
        KeyPathNames.add(\L.bounds.size, "bounds.size")
        KeyPathNames.add(\L.bounds.origin, "bounds.origin")
        KeyPathNames.add(\L.frame, "frame")
        KeyPathNames.add(\L.position, "position")
        KeyPathNames.add(\L.zPosition, "zPosition")
        KeyPathNames.add(\L.anchorPoint, "anchorPoint")
        KeyPathNames.add(\L.anchorPointZ, "anchorPointZ")
        KeyPathNames.add(\L.transform, "transform")
        KeyPathNames.add(\L.sublayerTransform, "sublayerTransform")
        KeyPathNames.add(\L.isHidden, "isHidden")
        KeyPathNames.add(\L.isDoubleSided, "isDoubleSided")
        KeyPathNames.add(\L.isGeometryFlipped, "isGeometryFlipped")
        KeyPathNames.add(\L.masksToBounds, "masksToBounds")
        KeyPathNames.add(\L.contents, "contents")
        KeyPathNames.add(\L.contentsRect, "contentsRect")
        KeyPathNames.add(\L.contentsScale, "contentsScale")
        KeyPathNames.add(\L.contentsGravity, "contentsGravity")
        KeyPathNames.add(\L.isOpaque, "isOpaque")
        KeyPathNames.add(\L.backgroundColor, "backgroundColor")
        KeyPathNames.add(\L.cornerRadius, "cornerRadius")
        KeyPathNames.add(\L.borderWidth, "borderWidth")
        KeyPathNames.add(\L.borderColor, "borderColor")
        KeyPathNames.add(\L.opacity, "opacity")
        KeyPathNames.add(\L.shadowColor, "shadowColor")
        KeyPathNames.add(\L.shadowOpacity, "shadowOpacity")
        KeyPathNames.add(\L.shadowOffset, "shadowOffset")
        KeyPathNames.add(\L.shadowRadius, "shadowRadius")
        KeyPathNames.add(\L.shadowPath, "shadowPath")
        KeyPathNames.add(\L.speed, "speed")
        KeyPathNames.add(\L.timeOffset, "timeOffset")
        KeyPathNames.add(\L.beginTime, "beginTime")
    }
}

private protocol LayerRoot: CALayer {}
extension CALayer: LayerRoot {}

/// Animations say when a property is set, as long as no layer has them: then they can't be changed.
extension CAAnimation: KeyValueCoding, KeyPathNaming {
    package func name(of keyPath: AnyKeyPath) -> String? {
        guard let root = Swift.type(of: keyPath).rootType as? any AnimationRoot.Type else { return nil }
        Self.register(root)
        return KeyPathNames.name(of: keyPath)
    }

    private static func register<A: AnimationRoot>(_: A.Type) {
        KeyPathNames.add(\A.beginTime, "beginTime")
        KeyPathNames.add(\A.duration, "duration")
        KeyPathNames.add(\A.speed, "speed")
        KeyPathNames.add(\A.timeOffset, "timeOffset")
        KeyPathNames.add(\A.repeatCount, "repeatCount")
        KeyPathNames.add(\A.repeatDuration, "repeatDuration")
        KeyPathNames.add(\A.autoreverses, "autoreverses")
        KeyPathNames.add(\A.fillMode, "fillMode")
        KeyPathNames.add(\A.timingFunction, "timingFunction")
        KeyPathNames.add(\A.isRemovedOnCompletion, "isRemovedOnCompletion")
    }
}

private protocol AnimationRoot: CAAnimation {}
extension CAAnimation: AnimationRoot {}

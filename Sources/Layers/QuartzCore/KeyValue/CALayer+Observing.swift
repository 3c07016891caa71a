import CoreGraphics
import ObjectiveCRuntime

/// Key-value observing of layers. The setters notify observers, and cost one test of a flag if there are none.
extension CALayer: KeyValueCoding, ObservationSource, KeyPathNaming {
    /// Returns the keys that affect a key: the frame depends on other properties.
    package func keysAffecting(_ key: String) -> [(object: NSObject, key: String)] {
        key == "frame" ? ["position", "bounds", "anchorPoint", "transform"].map { (self, $0) } : []
    }

    package func observationChanged() {
        // Checked again under the lock, so that the last of two concurrent threads stores the current state.
        LayerLock.withLock { if KeyValueChanges.isObserved(self) { needs.insert(.isObserved) } else { needs.remove(.isObserved) } }
    }

    package func name(of keyPath: AnyKeyPath) -> String? { LayerKeyPaths.name(of: keyPath) }
}

/// The names of the key paths of layers. `\CAShapeLayer.bounds` is a different key path from `\CALayer.bounds`, so they are registered
/// once for each class that is used.
private enum LayerKeyPaths {
    static func name(of keyPath: AnyKeyPath) -> String? {
        // Opened here: the metatype gives the class.
        guard let root = Swift.type(of: keyPath).rootType as? any LayerRoot.Type else { return nil }
        register(root)
        return KeyPathNames.name(of: keyPath)
    }

    /// Registers the names. Registering twice has no effect.
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

/// Key-value observing of animations. A property notifies its observers until the animation is frozen by a layer.
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

import ObjectiveCRuntime

/// Key-value observing of animations. A property notifies its observers until the animation is frozen by a layer.
extension CAAnimation: KeyValueCoding, KeyPathNaming {
    package func name(of keyPath: AnyKeyPath) -> String? {
        guard let root = Swift.type(of: keyPath).rootType as? any AnimationRoot.Type else { return nil }
        AnimationKeyPaths.add(root)
        return KeyPathNames.name(of: keyPath)
    }
}

/// The key paths of the animations' properties, created for each class that is used as a root, as those of layers are. Adding them twice
/// has no effect.
private enum AnimationKeyPaths {
    static func add(_ root: any AnimationRoot.Type) {
        addBase(root)
        // Opened here: the metatype gives the class.
        if let root = root as? any PropertyRoot.Type { addProperty(root) }
        if let root = root as? any BasicRoot.Type { addBasic(root) }
        if let root = root as? any SpringRoot.Type { addSpring(root) }
        if let root = root as? any KeyframeRoot.Type { addKeyframe(root) }
        if let root = root as? any GroupRoot.Type { addGroup(root) }
        if let root = root as? any TransitionRoot.Type { addTransition(root) }
    }

    private static func add(_ path: AnyKeyPath, _ name: String) { KeyPathNames.add(path, name) }

    private static func addBase<A: AnimationRoot>(_: A.Type) {
        add(\A.beginTime, "beginTime")
        add(\A.duration, "duration")
        add(\A.speed, "speed")
        add(\A.timeOffset, "timeOffset")
        add(\A.repeatCount, "repeatCount")
        add(\A.repeatDuration, "repeatDuration")
        add(\A.autoreverses, "autoreverses")
        add(\A.fillMode, "fillMode")
        add(\A.timingFunction, "timingFunction")
        add(\A.delegate, "delegate")
        add(\A.isRemovedOnCompletion, "removedOnCompletion")
        add(\A.preferredFrameRateRange, "preferredFrameRateRange")
    }

    private static func addProperty<A: PropertyRoot>(_: A.Type) {
        add(\A.keyPath, "keyPath")
        add(\A.isAdditive, "additive")
        add(\A.isCumulative, "cumulative")
        add(\A.valueFunction, "valueFunction")
    }

    private static func addBasic<A: BasicRoot>(_: A.Type) {
        add(\A.fromValue, "fromValue")
        add(\A.toValue, "toValue")
        add(\A.byValue, "byValue")
    }

    private static func addSpring<A: SpringRoot>(_: A.Type) {
        add(\A.mass, "mass")
        add(\A.stiffness, "stiffness")
        add(\A.damping, "damping")
        add(\A.initialVelocity, "initialVelocity")
        add(\A.allowsOverdamping, "allowsOverdamping")
    }

    private static func addKeyframe<A: KeyframeRoot>(_: A.Type) {
        add(\A.values, "values")
        add(\A.path, "path")
        add(\A.keyTimes, "keyTimes")
        add(\A.timingFunctions, "timingFunctions")
        add(\A.calculationMode, "calculationMode")
        add(\A.tensionValues, "tensionValues")
        add(\A.continuityValues, "continuityValues")
        add(\A.biasValues, "biasValues")
        add(\A.rotationMode, "rotationMode")
    }

    private static func addGroup<A: GroupRoot>(_: A.Type) { add(\A.animations, "animations") }

    private static func addTransition<A: TransitionRoot>(_: A.Type) {
        add(\A.type, "type")
        add(\A.subtype, "subtype")
        add(\A.startProgress, "startProgress")
        add(\A.endProgress, "endProgress")
        add(\A.filter, "filter")
    }
}

private protocol AnimationRoot: CAAnimation {}
extension CAAnimation: AnimationRoot {}
private protocol PropertyRoot: CAPropertyAnimation {}
extension CAPropertyAnimation: PropertyRoot {}
private protocol BasicRoot: CABasicAnimation {}
extension CABasicAnimation: BasicRoot {}
private protocol SpringRoot: CASpringAnimation {}
extension CASpringAnimation: SpringRoot {}
private protocol KeyframeRoot: CAKeyframeAnimation {}
extension CAKeyframeAnimation: KeyframeRoot {}
private protocol GroupRoot: CAAnimationGroup {}
extension CAAnimationGroup: GroupRoot {}
private protocol TransitionRoot: CATransition {}
extension CATransition: TransitionRoot {}

import CoreGraphics

/// The identity of one animation on one layer for its whole life; never reused.
package struct AnimationID: Hashable, Sendable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// As for `LayerID`.
    package func _rawHashValue(seed: Int) -> Int { rawValue.spread }
}

/// The easing of a cycle or a segment: control points of the cubic, as in CAMediaTimingFunction.
package struct TimingCurve: Hashable, Sendable {
    package var c1x, c1y, c2x, c2y: Float
    package init(_ c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
        self.c1x = c1x; self.c1y = c1y; self.c2x = c2x; self.c2y = c2y
    }
}

package enum CalculationMode: UInt8, Sendable, CaseIterable { case linear, discrete, paced, cubic, cubicPaced }
package enum RotationMode: UInt8, Sendable { case none, auto, autoReverse }
/// The functions of CAValueFunction, which map one number, or three, to the `transform`.
package enum ValueFunction: UInt8, Sendable, CaseIterable {
    case rotateX, rotateY, rotateZ, scale, scaleX, scaleY, scaleZ, translate, translateX, translateY, translateZ
}

/// An animation as a value: the contents of a CAAnimation in a commit.
package struct AnimationSpec: Hashable, Sendable {
    package var timing = MediaTiming()
    /// The timing curve; nil is linear.
    package var timingCurve: TimingCurve?
    package var isRemovedOnCompletion = true
    package var content: Content
    package init(_ content: Content) { self.content = content }

    package indirect enum Content: Hashable, Sendable {
        case basic(Target, Basic)
        case keyframe(Target, Keyframe)
        case spring(Target, Basic, Spring)
        /// The children, which run in the group's local time and are truncated by its duration.
        case group([AnimationSpec])
        case transition(Transition)
        case function(Target, Function)
        /// An animation that takes its time and reports its end, but changes nothing (no key path, or a refused value).
        case empty
    }

    /// The target of a property animation.
    package struct Target: Hashable, Sendable {
        package var keyPath: String { didSet { found = nil } }
        package var isAdditive = false
        package var isCumulative = false
        package var valueFunction: ValueFunction?
        /// The property and the component of its value, if the layer's class was known and the property is in the table. Derived from the
        /// key path, so it is not compared.
        private var found: (property: LayerProperty, component: SubPath?)?

        /// - Parameter layerClass: the class of the layer, if it is known: the key path is then parsed once for all that ask for it.
        package init(keyPath: String, of layerClass: LayerClass? = nil) {
            self.keyPath = keyPath
            if let layerClass, let path = PropertyKeyPath(keyPath, of: layerClass), case .property(let property) = path.root {
                found = (property, path.subPath)
            }
        }

        /// Creates the target of an animation of a whole property.
        package init(_ property: LayerProperty) {
            keyPath = property.key
            found = (property, nil)
        }

        /// Returns the parsed key path for layers of a class; nil if it is empty or has an unknown component.
        package func path(of layerClass: LayerClass) -> PropertyKeyPath? {
            if let found { return PropertyKeyPath(root: .property(found.property), subPath: found.component) }
            return PropertyKeyPath(keyPath, of: layerClass)
        }

        package static func == (a: Target, b: Target) -> Bool {
            a.keyPath == b.keyPath && a.isAdditive == b.isAdditive && a.isCumulative == b.isCumulative && a.valueFunction == b.valueFunction
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(keyPath)
            hasher.combine(isAdditive)
            hasher.combine(isCumulative)
            hasher.combine(valueFunction)
        }
    }

    package struct Basic: Hashable, Sendable {
        package var from: PropertyValue?
        package var to: PropertyValue?
        package var by: PropertyValue?
        package init(from: PropertyValue? = nil) { self.from = from }
    }

    package struct Keyframe: Hashable, Sendable {
        package var values: [PropertyValue] = []
        package var path: CGPath?
        package var keyTimes: [Double]?
        package var timingCurves: [TimingCurve]?
        package var mode = CalculationMode.linear
        package var rotationMode = RotationMode.none
        package var tension: [Double]?
        package var continuity: [Double]?
        package var bias: [Double]?
        package init() {}
    }

    package struct Spring: Hashable, Sendable {
        package var mass: Double = 1
        package var stiffness: Double = 100
        package var damping: Double = 10
        package var initialVelocity: Double = 0
        package var allowsOverdamping = false
        package init() {}
    }

    package struct Transition: Hashable, Sendable {
        package var type: String = "fade"
        package var subtype: String?
        package var startProgress: Float = 0
        package var endProgress: Float = 1
        package init() {}
    }
}

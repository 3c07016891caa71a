import Foundation
import QuartzCore
import RenderTree

extension Adapter {
    static let constants: [Adapter] = [
        Adapter("constant", ["name"]) { input in
            let name = try input.needText("name")
            guard let value = constantValues[name] else { throw Unsupported("there is no \(name)") }
            return value
        }
    ]

    private static let constantValues: [String: JSON] = names.merging(masks) { first, _ in first }

    /// The engine's own constants under the names that vectors use.
    private static let names: [String: JSON] = {
        var table: [String: String] = [:]
        func add(_ prefix: String, _ entries: [(String, String)]) { for (name, value) in entries { table[prefix + name] = value } }
        typealias G = CALayerContentsGravity
        add(
            "kCAGravity",
            [
                ("Center", G.center.rawValue), ("Top", G.top.rawValue), ("Bottom", G.bottom.rawValue), ("Left", G.left.rawValue),
                ("Right", G.right.rawValue),
                ("TopLeft", G.topLeft.rawValue), ("TopRight", G.topRight.rawValue), ("BottomLeft", G.bottomLeft.rawValue),
                ("BottomRight", G.bottomRight.rawValue), ("Resize", G.resize.rawValue), ("ResizeAspect", G.resizeAspect.rawValue),
                ("ResizeAspectFill", G.resizeAspectFill.rawValue),
            ])
        typealias F = CAMediaTimingFillMode
        add(
            "kCAFillMode",
            [
                ("Forwards", F.forwards.rawValue), ("Backwards", F.backwards.rawValue), ("Both", F.both.rawValue),
                ("Removed", F.removed.rawValue),
            ])
        add("kCAFillRule", [("NonZero", CAShapeLayerFillRule.nonZero.rawValue), ("EvenOdd", CAShapeLayerFillRule.evenOdd.rawValue)])
        add(
            "kCALineCap",
            [
                ("Butt", CAShapeLayerLineCap.butt.rawValue), ("Round", CAShapeLayerLineCap.round.rawValue),
                ("Square", CAShapeLayerLineCap.square.rawValue),
            ])
        add(
            "kCALineJoin",
            [
                ("Miter", CAShapeLayerLineJoin.miter.rawValue), ("Round", CAShapeLayerLineJoin.round.rawValue),
                ("Bevel", CAShapeLayerLineJoin.bevel.rawValue),
            ])
        typealias T = CAMediaTimingFunctionName
        add(
            "kCAMediaTimingFunction",
            [
                ("Linear", T.linear.rawValue), ("EaseIn", T.easeIn.rawValue), ("EaseOut", T.easeOut.rawValue),
                ("EaseInEaseOut", T.easeInEaseOut.rawValue), ("Default", T.default.rawValue),
            ])
        typealias V = CAValueFunctionName
        add(
            "kCAValueFunction",
            [
                ("RotateX", V.rotateX.rawValue), ("RotateY", V.rotateY.rawValue), ("RotateZ", V.rotateZ.rawValue),
                ("Scale", V.scale.rawValue),
                ("ScaleX", V.scaleX.rawValue), ("ScaleY", V.scaleY.rawValue), ("ScaleZ", V.scaleZ.rawValue),
                ("Translate", V.translate.rawValue),
                ("TranslateX", V.translateX.rawValue), ("TranslateY", V.translateY.rawValue), ("TranslateZ", V.translateZ.rawValue),
            ])
        typealias K = CATransitionType
        typealias S = CATransitionSubtype
        add(
            "kCATransition",
            [
                ("", kCATransition), ("Fade", K.fade.rawValue), ("MoveIn", K.moveIn.rawValue), ("Push", K.push.rawValue),
                ("Reveal", K.reveal.rawValue),
                ("FromTop", S.fromTop.rawValue), ("FromBottom", S.fromBottom.rawValue), ("FromLeft", S.fromLeft.rawValue),
                ("FromRight", S.fromRight.rawValue),
            ])
        typealias C = CAAnimationCalculationMode
        add(
            "kCAAnimation",
            [
                ("Linear", C.linear.rawValue), ("Discrete", C.discrete.rawValue), ("Paced", C.paced.rawValue), ("Cubic", C.cubic.rawValue),
                ("CubicPaced", C.cubicPaced.rawValue), ("RotateAuto", CAAnimationRotationMode.rotateAuto.rawValue),
                ("RotateAutoReverse", CAAnimationRotationMode.rotateAutoReverse.rawValue),
            ])
        add(
            "kCA",
            [
                ("OnOrderIn", kCAOnOrderIn), ("OnOrderOut", kCAOnOrderOut),
                ("TransactionAnimationDuration", kCATransactionAnimationDuration),
                ("TransactionDisableActions", kCATransactionDisableActions),
                ("TransactionAnimationTimingFunction", kCATransactionAnimationTimingFunction),
                ("TransactionCompletionBlock", kCATransactionCompletionBlock), ("FilterLinear", CALayerContentsFilter.linear.rawValue),
                ("FilterNearest", CALayerContentsFilter.nearest.rawValue), ("FilterTrilinear", CALayerContentsFilter.trilinear.rawValue),
                ("CornerCurveCircular", CALayerCornerCurve.circular.rawValue),
                ("CornerCurveContinuous", CALayerCornerCurve.continuous.rawValue),
                ("ContentsFormatRGBA8Uint", CALayerContentsFormat.RGBA8Uint.rawValue),
                ("ContentsFormatRGBA16Float", CALayerContentsFormat.RGBA16Float.rawValue),
                ("ContentsFormatGray8Uint", CALayerContentsFormat.gray8Uint.rawValue),
                ("GradientLayerAxial", CAGradientLayerType.axial.rawValue),
                ("ContentsFormatAutomatic", CALayerContentsFormat.automatic.rawValue),
                ("GradientLayerRadial", CAGradientLayerType.radial.rawValue), ("GradientLayerConic", CAGradientLayerType.conic.rawValue),
            ])
        add(
            "kCATruncation",
            [
                ("None", CATextLayerTruncationMode.none.rawValue), ("Start", CATextLayerTruncationMode.start.rawValue),
                ("Middle", CATextLayerTruncationMode.middle.rawValue), ("End", CATextLayerTruncationMode.end.rawValue),
            ])
        typealias A = CATextLayerAlignmentMode
        add(
            "kCAAlignment",
            [
                ("Natural", A.natural.rawValue), ("Left", A.left.rawValue), ("Right", A.right.rawValue), ("Center", A.center.rawValue),
                ("Justified", A.justified.rawValue),
            ])
        typealias M = CAScrollLayerScrollMode
        add(
            "kCAScroll",
            [
                ("None", M.none.rawValue), ("Vertically", M.vertically.rawValue), ("Horizontally", M.horizontally.rawValue),
                ("Both", M.both.rawValue),
            ])
        typealias E = CAEmitterLayerEmitterShape
        typealias R = CAEmitterLayerRenderMode
        typealias O = CAEmitterLayerEmitterMode
        add(
            "kCAEmitterLayer",
            [
                ("Point", E.point.rawValue), ("Line", E.line.rawValue), ("Rectangle", E.rectangle.rawValue), ("Cuboid", E.cuboid.rawValue),
                ("Circle", E.circle.rawValue), ("Sphere", E.sphere.rawValue), ("Points", O.points.rawValue),
                ("Outline", O.outline.rawValue),
                ("Surface", O.surface.rawValue), ("Volume", O.volume.rawValue), ("Unordered", R.unordered.rawValue),
                ("OldestFirst", R.oldestFirst.rawValue),
                ("OldestLast", R.oldestLast.rawValue), ("BackToFront", R.backToFront.rawValue), ("Additive", R.additive.rawValue),
            ])
        return table.mapValues { .string($0) }
    }()

    private static let masks: [String: JSON] = {
        var table: [String: Int] = [:]
        for (name, value) in [
            ("LeftEdge", CAEdgeAntialiasingMask.layerLeftEdge), ("RightEdge", .layerRightEdge), ("BottomEdge", .layerBottomEdge),
            ("TopEdge", .layerTopEdge),
        ] { table["kCALayer" + name] = Int(value.rawValue) }
        for (name, value) in [
            ("MinXMinYCorner", CACornerMask.layerMinXMinYCorner), ("MaxXMinYCorner", .layerMaxXMinYCorner),
            ("MinXMaxYCorner", .layerMinXMaxYCorner), ("MaxXMaxYCorner", .layerMaxXMaxYCorner),
        ] { table["kCALayer" + name] = Int(value.rawValue) }
        for (name, value) in [
            ("NotSizable", CAAutoresizingMask(rawValue: 0)), ("MinXMargin", .layerMinXMargin), ("WidthSizable", .layerWidthSizable),
            ("MaxXMargin", .layerMaxXMargin), ("MinYMargin", .layerMinYMargin), ("HeightSizable", .layerHeightSizable),
            ("MaxYMargin", .layerMaxYMargin),
        ] { table["kCALayer" + name] = Int(value.rawValue) }
        for (name, value) in [
            ("minX", CAConstraintAttribute.minX), ("midX", .midX), ("maxX", .maxX), ("width", .width),
            ("minY", .minY), ("midY", .midY), ("maxY", .maxY), ("height", .height),
        ] { table["CAConstraintAttribute." + name] = Int(value.rawValue) }
        return table.mapValues { .number(Double($0)) }
    }()
}

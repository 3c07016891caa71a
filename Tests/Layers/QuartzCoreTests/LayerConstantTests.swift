import QuartzCore
import XCTest

/// The constants' raw values (Appendix A).
final class LayerConstantTests: XCTestCase {
    func testVectors() throws {
        var known: [String: Any] = [:]
        known["kCAGravityCenter"] = kCAGravityCenter.rawValue
        known["kCAGravityTop"] = kCAGravityTop.rawValue
        known["kCAGravityBottom"] = kCAGravityBottom.rawValue
        known["kCAGravityLeft"] = kCAGravityLeft.rawValue
        known["kCAGravityRight"] = kCAGravityRight.rawValue
        known["kCAGravityTopLeft"] = kCAGravityTopLeft.rawValue
        known["kCAGravityTopRight"] = kCAGravityTopRight.rawValue
        known["kCAGravityBottomLeft"] = kCAGravityBottomLeft.rawValue
        known["kCAGravityBottomRight"] = kCAGravityBottomRight.rawValue
        known["kCAGravityResize"] = kCAGravityResize.rawValue
        known["kCAGravityResizeAspect"] = kCAGravityResizeAspect.rawValue
        known["kCAGravityResizeAspectFill"] = kCAGravityResizeAspectFill.rawValue
        known["kCAFillModeForwards"] = kCAFillModeForwards.rawValue
        known["kCAFillModeBackwards"] = kCAFillModeBackwards.rawValue
        known["kCAFillModeBoth"] = kCAFillModeBoth.rawValue
        known["kCAFillModeRemoved"] = kCAFillModeRemoved.rawValue
        known["kCAFillRuleNonZero"] = kCAFillRuleNonZero.rawValue
        known["kCAFillRuleEvenOdd"] = kCAFillRuleEvenOdd.rawValue
        known["kCALineCapButt"] = kCALineCapButt.rawValue
        known["kCALineCapRound"] = kCALineCapRound.rawValue
        known["kCALineCapSquare"] = kCALineCapSquare.rawValue
        known["kCALineJoinMiter"] = kCALineJoinMiter.rawValue
        known["kCALineJoinRound"] = kCALineJoinRound.rawValue
        known["kCALineJoinBevel"] = kCALineJoinBevel.rawValue
        known["kCAMediaTimingFunctionLinear"] = kCAMediaTimingFunctionLinear.rawValue
        known["kCAMediaTimingFunctionEaseIn"] = kCAMediaTimingFunctionEaseIn.rawValue
        known["kCAMediaTimingFunctionEaseOut"] = kCAMediaTimingFunctionEaseOut.rawValue
        known["kCAMediaTimingFunctionEaseInEaseOut"] = kCAMediaTimingFunctionEaseInEaseOut.rawValue
        known["kCAMediaTimingFunctionDefault"] = kCAMediaTimingFunctionDefault.rawValue
        known["kCAValueFunctionRotateX"] = kCAValueFunctionRotateX.rawValue
        known["kCAValueFunctionRotateY"] = kCAValueFunctionRotateY.rawValue
        known["kCAValueFunctionRotateZ"] = kCAValueFunctionRotateZ.rawValue
        known["kCAValueFunctionScale"] = kCAValueFunctionScale.rawValue
        known["kCAValueFunctionScaleX"] = kCAValueFunctionScaleX.rawValue
        known["kCAValueFunctionScaleY"] = kCAValueFunctionScaleY.rawValue
        known["kCAValueFunctionScaleZ"] = kCAValueFunctionScaleZ.rawValue
        known["kCAValueFunctionTranslate"] = kCAValueFunctionTranslate.rawValue
        known["kCAValueFunctionTranslateX"] = kCAValueFunctionTranslateX.rawValue
        known["kCAValueFunctionTranslateY"] = kCAValueFunctionTranslateY.rawValue
        known["kCAValueFunctionTranslateZ"] = kCAValueFunctionTranslateZ.rawValue
        known["kCATransition"] = kCATransition
        known["kCATransitionFade"] = kCATransitionFade.rawValue
        known["kCATransitionMoveIn"] = kCATransitionMoveIn.rawValue
        known["kCATransitionPush"] = kCATransitionPush.rawValue
        known["kCATransitionReveal"] = kCATransitionReveal.rawValue
        known["kCATransitionFromTop"] = kCATransitionFromTop.rawValue
        known["kCATransitionFromBottom"] = kCATransitionFromBottom.rawValue
        known["kCATransitionFromLeft"] = kCATransitionFromLeft.rawValue
        known["kCATransitionFromRight"] = kCATransitionFromRight.rawValue
        known["kCAAnimationLinear"] = kCAAnimationLinear.rawValue
        known["kCAAnimationDiscrete"] = kCAAnimationDiscrete.rawValue
        known["kCAAnimationPaced"] = kCAAnimationPaced.rawValue
        known["kCAAnimationCubic"] = kCAAnimationCubic.rawValue
        known["kCAAnimationCubicPaced"] = kCAAnimationCubicPaced.rawValue
        known["kCAOnOrderIn"] = kCAOnOrderIn
        known["kCAOnOrderOut"] = kCAOnOrderOut
        known["kCATransactionAnimationDuration"] = kCATransactionAnimationDuration
        known["kCATransactionDisableActions"] = kCATransactionDisableActions
        known["kCATransactionAnimationTimingFunction"] = kCATransactionAnimationTimingFunction
        known["kCAFilterLinear"] = kCAFilterLinear.rawValue
        known["kCAFilterNearest"] = kCAFilterNearest.rawValue
        known["kCAFilterTrilinear"] = kCAFilterTrilinear.rawValue
        known["kCAAnimationRotateAuto"] = kCAAnimationRotateAuto.rawValue
        known["kCAAnimationRotateAutoReverse"] = kCAAnimationRotateAutoReverse.rawValue
        known["kCACornerCurveCircular"] = kCACornerCurveCircular.rawValue
        known["kCACornerCurveContinuous"] = kCACornerCurveContinuous.rawValue
        known["kCAContentsFormatRGBA8Uint"] = kCAContentsFormatRGBA8Uint.rawValue
        known["kCAGradientLayerAxial"] = kCAGradientLayerAxial.rawValue
        known["kCAGradientLayerRadial"] = kCAGradientLayerRadial.rawValue
        known["kCAGradientLayerConic"] = kCAGradientLayerConic.rawValue
        known["kCATruncationNone"] = kCATruncationNone.rawValue
        known["kCATruncationStart"] = kCATruncationStart.rawValue
        known["kCATruncationMiddle"] = kCATruncationMiddle.rawValue
        known["kCATruncationEnd"] = kCATruncationEnd.rawValue
        known["kCAAlignmentNatural"] = kCAAlignmentNatural.rawValue
        known["kCAAlignmentLeft"] = kCAAlignmentLeft.rawValue
        known["kCAAlignmentRight"] = kCAAlignmentRight.rawValue
        known["kCAAlignmentCenter"] = kCAAlignmentCenter.rawValue
        known["kCAAlignmentJustified"] = kCAAlignmentJustified.rawValue
        known["kCAScrollNone"] = kCAScrollNone.rawValue
        known["kCAScrollVertically"] = kCAScrollVertically.rawValue
        known["kCAScrollHorizontally"] = kCAScrollHorizontally.rawValue
        known["kCAScrollBoth"] = kCAScrollBoth.rawValue
        known["kCAEmitterLayerPoint"] = kCAEmitterLayerPoint.rawValue
        known["kCAEmitterLayerLine"] = kCAEmitterLayerLine.rawValue
        known["kCAEmitterLayerRectangle"] = kCAEmitterLayerRectangle.rawValue
        known["kCAEmitterLayerCuboid"] = kCAEmitterLayerCuboid.rawValue
        known["kCAEmitterLayerCircle"] = kCAEmitterLayerCircle.rawValue
        known["kCAEmitterLayerSphere"] = kCAEmitterLayerSphere.rawValue
        known["kCAEmitterLayerPoints"] = kCAEmitterLayerPoints.rawValue
        known["kCAEmitterLayerOutline"] = kCAEmitterLayerOutline.rawValue
        known["kCAEmitterLayerSurface"] = kCAEmitterLayerSurface.rawValue
        known["kCAEmitterLayerVolume"] = kCAEmitterLayerVolume.rawValue
        known["kCAEmitterLayerUnordered"] = kCAEmitterLayerUnordered.rawValue
        known["kCAEmitterLayerOldestFirst"] = kCAEmitterLayerOldestFirst.rawValue
        known["kCAEmitterLayerOldestLast"] = kCAEmitterLayerOldestLast.rawValue
        known["kCAEmitterLayerBackToFront"] = kCAEmitterLayerBackToFront.rawValue
        known["kCAEmitterLayerAdditive"] = kCAEmitterLayerAdditive.rawValue
        known["kCATransactionCompletionBlock"] = kCATransactionCompletionBlock
        known["kCALayerLeftEdge"] = Int(kCALayerLeftEdge.rawValue)
        known["kCALayerRightEdge"] = Int(kCALayerRightEdge.rawValue)
        known["kCALayerBottomEdge"] = Int(kCALayerBottomEdge.rawValue)
        known["kCALayerTopEdge"] = Int(kCALayerTopEdge.rawValue)
        known["kCALayerMinXMinYCorner"] = Int(kCALayerMinXMinYCorner.rawValue)
        known["kCALayerMaxXMinYCorner"] = Int(kCALayerMaxXMinYCorner.rawValue)
        known["kCALayerMinXMaxYCorner"] = Int(kCALayerMinXMaxYCorner.rawValue)
        known["kCALayerMaxXMaxYCorner"] = Int(kCALayerMaxXMaxYCorner.rawValue)
        known["kCALayerMinXMargin"] = Int(kCALayerMinXMargin.rawValue)
        known["kCALayerWidthSizable"] = Int(kCALayerWidthSizable.rawValue)
        known["kCALayerMaxXMargin"] = Int(kCALayerMaxXMargin.rawValue)
        known["kCALayerMinYMargin"] = Int(kCALayerMinYMargin.rawValue)
        known["kCALayerHeightSizable"] = Int(kCALayerHeightSizable.rawValue)
        known["kCALayerMaxYMargin"] = Int(kCALayerMaxYMargin.rawValue)
        known["CAConstraintAttribute.minX"] = Int(CAConstraintAttribute.minX.rawValue)
        known["CAConstraintAttribute.midX"] = Int(CAConstraintAttribute.midX.rawValue)
        known["CAConstraintAttribute.maxX"] = Int(CAConstraintAttribute.maxX.rawValue)
        known["CAConstraintAttribute.width"] = Int(CAConstraintAttribute.width.rawValue)
        known["CAConstraintAttribute.minY"] = Int(CAConstraintAttribute.minY.rawValue)
        known["CAConstraintAttribute.midY"] = Int(CAConstraintAttribute.midY.rawValue)
        known["CAConstraintAttribute.maxY"] = Int(CAConstraintAttribute.maxY.rawValue)
        known["CAConstraintAttribute.height"] = Int(CAConstraintAttribute.height.rawValue)
        for vector in try LayerVectors.area("constant") {
            guard let name = vector.input["name"] as? String else { continue }
            if let text = vector.expected as? String {
                XCTAssertEqual(known[name] as? String, text, vector.id)
            } else {
                XCTAssertEqual(known[name] as? Int, (vector.expected as? NSNumber)?.intValue, vector.id)
            }
        }
    }
}

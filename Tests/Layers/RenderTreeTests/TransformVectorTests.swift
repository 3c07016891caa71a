import CoreGraphics
import XCTest
@testable import RenderTree

final class TransformVectorTests: XCTestCase {
    func testTransforms() throws {
        let scale2 = CATransform3DMakeScale(2, 2, 2), right10 = CATransform3DMakeTranslation(10, 0, 0)
        let affine = CGAffineTransform(a: 2, b: 3, c: 4, d: 5, tx: 6, ty: 7)
        var deep = CATransform3DIdentity
        deep.m34 = -1 / 500
        let made: [String: CATransform3D] = [
            "CATransform3DMakeTranslation(2,3,4)": CATransform3DMakeTranslation(2, 3, 4),
            "CATransform3DMakeScale(2,3,4)": CATransform3DMakeScale(2, 3, 4),
            "CATransform3DConcat(translate(10,0,0),scale(2))": CATransform3DConcat(right10, scale2),
            "CATransform3DConcat(scale(2),translate(10,0,0))": CATransform3DConcat(scale2, right10),
            "CATransform3DTranslate(scale(2),10,0,0)": CATransform3DTranslate(scale2, 10, 0, 0),
            "CATransform3DScale(translate(10,0,0),2,2,2)": CATransform3DScale(right10, 2, 2, 2),
            "CATransform3DInvert(scale(2))": CATransform3DInvert(scale2),
            "CATransform3DMakeAffineTransform([2,3,4,5,6,7])": CATransform3DMakeAffineTransform(affine),
            "CATransform3DInvert(scale(0,1,1))": CATransform3DInvert(CATransform3DMakeScale(0, 1, 1)),
            "CATransform3DMakeRotation(.7,0,1,0)": CATransform3DMakeRotation(0.7, 0, 1, 0),
        ]
        let asked: [String: Bool] = [
            "IsAffine(identity)": CATransform3DIsAffine(CATransform3DIdentity),
            "IsAffine(MakeAffineTransform([2,3,4,5,6,7]))": CATransform3DIsAffine(CATransform3DMakeAffineTransform(affine)),
            "IsAffine(MakeRotation(1,0,0,1))": CATransform3DIsAffine(CATransform3DMakeRotation(1, 0, 0, 1)),
            "IsAffine(identity with m34=-1/500)": CATransform3DIsAffine(deep),
            "Equal(scale(2),scale(2))": CATransform3DEqualToTransform(scale2, CATransform3DMakeScale(2, 2, 2)),
            "Equal(scale(2),translate(10,0,0))": CATransform3DEqualToTransform(scale2, right10),
        ]
        let plane: [String: CGAffineTransform] = [
            "CGAffineTransform MakeRotation(.5)": CGAffineTransform(rotationAngle: 0.5),
            "CGAffineTransform Translate(MakeScale(2,3),10,20)": CGAffineTransform(scaleX: 2, y: 3).translatedBy(x: 10, y: 20),
            "CGAffineTransform Scale(MakeTranslation(10,20),2,3)": CGAffineTransform(translationX: 10, y: 20).scaledBy(x: 2, y: 3),
            "CGAffineTransform Concat(MakeTranslation(10,20),MakeScale(2,3))":
                CGAffineTransform(translationX: 10, y: 20).concatenating(CGAffineTransform(scaleX: 2, y: 3)),
        ]
        for v in try Vectors.area("transform") {
            if let text = v.string("expr") {
                if let t = made[text] {
                    Vectors.check(t.list, v)
                } else if let answer = asked[text] {
                    Vectors.check(answer, v)
                } else if let t = plane[text] {
                    Vectors.check([t.a, t.b, t.c, t.d, t.tx, t.ty], v)
                } else {
                    XCTFail("\(v.id): no form for \(text)")
                }
            } else if v.string("set") != nil {
                let t = CATransform3DMakeAffineTransform(CGAffineTransform(translationX: 1, y: 2))
                Vectors.check([t.m11, t.m12, t.m21, t.m22, t.m41, t.m42, t.m33], v)
            } else {
                // What CALayer's getter does: the identity for a transform that leaves the plane.
                let t = try XCTUnwrap(Vectors.transform(v.string("layerTransform") ?? ""), v.id)
                let a = CATransform3DGetAffineTransform(t.isAffine ? t : CATransform3DIdentity)
                Vectors.check([a.a, a.b, a.c, a.d, a.tx, a.ty], v)
            }
        }
    }
}

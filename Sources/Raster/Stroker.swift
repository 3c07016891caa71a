struct Stroker {
    mutating func stroke(_ path: PathView, _ t: Affine, _ style: StrokeStyle, box: SIMD4<Double>, into lines: inout LineStore) {}
}

/// The JavaScript that runs a file's expressions: ECMAScript 5.1, as the engine supports it.
///
/// It reads the file as JSON from `input`, provides the objects of After Effects to every expression (the layer, its composition, the
/// property with its keyframes), evaluates it at each frame, and writes the values with `emit`: a line `B3` when the fourth begins, `R3
/// [[frame,value],…]` with its result, or `E3 "why"`. Frames whose values result from linear interpolation are omitted.
///
/// Random numbers are the same in every run: the seeds of `random` and `wiggle` are derived from the property's position in the file.
/// Features that Apple's players for Lottie never had are not provided: `sourceRectAtTime` of texts, `propertyGroup`, `smooth`, layers in
/// space. An expression that uses them fails with an error.
enum LottieExpressionLibrary {
    static let program = "(function () {\n" + values + properties + layers + syntax + run + "}).call(this);\n"
}

/// The JavaScript that runs a file's expressions: ECMAScript 5.1, as the engine has it.
///
/// It reads the file as JSON from `input`, gives every expression the objects that After Effects gives it (the layer, its composition, the
/// property with its keyframes), evaluates it at each frame, and says the values with `emit`: a line `B3` where the fourth begins, `R3
/// [[frame,value],…]` with what came of it, or `E3 "why"`. Frames that lie on the way between others are left out.
///
/// Chance is the same in every run: `random` and `wiggle` count from the property's place in the file. What Apple's players for Lottie
/// never had is not here either: `sourceRectAtTime` of texts, `propertyGroup`, `smooth`, layers in space. An expression that asks for it
/// fails, and says so.
enum LottieExpressionLibrary {
    static let program = "(function () {\n" + values + properties + layers + syntax + run + "}).call(this);\n"
}

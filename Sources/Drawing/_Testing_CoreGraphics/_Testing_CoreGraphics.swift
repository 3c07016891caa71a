// The toolchain has an overlay of this name for its own CoreGraphics, and loads it in every file that imports both Testing and
// CoreGraphics. Without a module of that name such a file does not compile.
@_exported import CoreGraphics

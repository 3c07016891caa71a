#pragma once

/// Returns CoreText's source of faces, for CoreGraphics, which is a lower layer. The object has the lifetime of the program. Returns null
/// if CoreText is not linked.
void *_Nullable agate_graphics_fonts(void);

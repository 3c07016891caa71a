extension GroupDraw {
    /// A layer with `shouldRasterize`: the ops in the group are in the pixel space of its bitmap, and the group's `rect` is the part of the
    /// layer's plane that the bitmap covers.
    package struct Raster: Sendable, Hashable {
        /// Identifies the layer, so that the bitmap is found again.
        package var layer: UInt64
        /// Pixels of the bitmap per point; the second is negative if the bitmap is upside down.
        package var scaleX, scaleY: Double
        package var minification: ContentsFilter
        package var magnification: ContentsFilter
        package init(layer: UInt64, scaleX: Double, scaleY: Double, minification: ContentsFilter, magnification: ContentsFilter) {
            self.layer = layer; self.scaleX = scaleX; self.scaleY = scaleY
            self.minification = minification; self.magnification = magnification
        }
    }
}

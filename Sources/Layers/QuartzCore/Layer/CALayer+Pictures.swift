import CoreGraphics
import RenderTree

extension CALayer {
    /// Shows what a source gives, in the place of contents; nil shows contents again. Sent with the current transaction; what the source
    /// gives from then on needs none.
    package final func showPictures(of source: (any PictureSource)?) {
        let thread = TransactionThread.opened
        let old = LayerLock.withLock {
            let old = state.objects.picture
            guard old?.source !== source else { return old }
            thread.willChange(self, .contents)
            state.objects.picture = source.map { PictureSourceBox($0) }
            return old
        }
        withExtendedLifetime(old) {}
    }
}

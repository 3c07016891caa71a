import CoreGraphics
import RenderTree

extension CALayer {
    /// Shows the pictures of a source in place of the contents; nil shows the contents again. The change is committed with the current
    /// transaction. Later pictures of the source need no transaction.
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

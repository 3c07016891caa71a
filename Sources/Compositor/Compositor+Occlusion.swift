import Raster
import RenderTree

extension Compositor {
    /// The last step that hides everything under it in a rectangle; 0 where there is none.
    func firstVisible(_ list: DrawList, _ r: IntRect) -> Int {
        guard list.chunkOccludes.count == list.chunkBounds.count, list.chunkBounds.count * DrawList.chunkSize >= list.ops.count else { return 0 }
        var chunk = list.chunkOccludes.count
        while chunk > 0 {
            chunk -= 1
            guard list.chunkOccludes[chunk], IntRect(list.chunkBounds[chunk]).contains(r) else { continue }
            var at = min((chunk + 1) * DrawList.chunkSize, list.ops.count)
            while at > chunk * DrawList.chunkSize {
                at -= 1
                guard list.ops[at].flags.contains(.occludes), IntRect(list.ops[at].bounds).contains(r) else { continue }
                let hides = list.ops.withUnsafeBufferPointer { ops in ops.baseAddress.map { covers($0 + at, r) } ?? false }
                if hides { return at }
            }
        }
        return 0
    }
}

// Chunks of the list, which let a query skip most ops.

extension DrawListEditor {
    @inline(__always)
    func growChunk(_ at: Int, _ bounds: DeviceRect) {
        let chunk = at / DrawList.chunkSize
        list.boxes[at] = OpBox(bounds)
        if list.chunkBounds[chunk].contains(bounds) || bounds.isEmpty { return }
        list.chunkBounds[chunk] = list.chunkBounds[chunk].union(bounds)
        if !chunkIsLoose[chunk] { chunkIsLoose[chunk] = true; looseChunks.append(Int32(chunk)) }
    }

    func tightenChunks() {
        for chunk in looseChunks {
            list.chunkBounds[Int(chunk)] = exactChunk(Int(chunk))
            chunkIsLoose[Int(chunk)] = false
        }
        looseChunks.removeAll(keepingCapacity: true)
    }

    func exactChunk(_ chunk: Int) -> DeviceRect {
        var bounds = DeviceRect.empty
        let start = chunk * DrawList.chunkSize
        for at in start..<min(start + DrawList.chunkSize, list.ops.count) { bounds = bounds.union(list.ops[at].bounds) }
        return bounds
    }

    func indexChunks(_ first: Int, _ last: Int) {
        while list.chunkBounds.count <= last {
            list.chunkBounds.append(.empty)
            list.chunkSpans.append(-1)
            list.chunkOccludes.append(false)
            list.chunkIsPlain.append(true)
            chunkIsLoose.append(false)
        }
        for chunk in first...last {
            let start = chunk * DrawList.chunkSize, end = min(start + DrawList.chunkSize, list.ops.count)
            list.chunkBounds[chunk] = exactChunk(chunk)
            list.chunkSpans[chunk] = list.span(ofChunk: chunk)
            list.chunkIsPlain[chunk] = list.ops[start..<end].allSatisfy(\.isAlone)
            list.chunkOccludes[chunk] = list.ops[start..<end].contains { $0.flags.contains(.occludes) }
        }
    }
}

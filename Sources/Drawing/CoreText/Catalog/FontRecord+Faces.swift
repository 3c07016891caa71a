import AgateDiagnostics

extension FontRecord {
    /// The face at a place of its axes; nil where the file is gone or damaged. Made once and kept as long as the record: a program uses few
    /// faces and what they keep beside the mapped file is small. Variations have no end, so only some of them are kept.
    func face(variation: [AxisValue] = []) -> FontFace? {
        if let known = faces.withLock({ $0[variation] }) { return known }
        // Made outside the lock: it reads a file.
        let face = makeFace(variation)
        return faces.withLock { faces in
            if let other = faces[variation] { return other }
            if faces.count > 64 { faces = faces.filter { $0.key.isEmpty } }
            faces[variation] = .some(face)
            return face
        }
    }

    private func makeFace(_ variation: [AxisValue]) -> FontFace? {
        let bytes: FontBytes? =
            switch source {
            case .installed(let path): FontBytes(mapping: path)
            case .registered(let bytes, _): bytes
            }
        guard let bytes, let face = FontFace(bytes, index: index) else {
            Diagnostic.reportOnce("text.unreadable-font", key: sortKey, "\(url?.path ?? postScriptName) can't be read as a font")
            return nil
        }
        // An instance is a place on the axes; what the caller asks for goes over it.
        let place = instance > 0 ? face.instance(instance) : []
        guard !place.isEmpty || !variation.isEmpty else { return face }
        return FontFace(bytes, index: index, variation: place + variation)
    }
}

import AgateDiagnostics

extension FontRecord {
    /// Returns the face at a location on its axes, or nil if the file is missing or damaged. Faces are created once and kept as long as
    /// the record, because a program uses few faces and they need little memory beside the mapped file. The number of variations is
    /// unlimited, so only some of them are kept.
    func face(variation: [AxisValue] = []) -> FontFace? {
        if let known = faces.withLock({ $0[variation] }) { return known }
        // Created outside the lock, because it reads a file.
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
        // An instance is a location on the axes. The caller's values override it.
        let place = instance > 0 ? face.instance(instance) : []
        guard !place.isEmpty || !variation.isEmpty else { return face }
        return FontFace(bytes, index: index, variation: place + variation)
    }
}

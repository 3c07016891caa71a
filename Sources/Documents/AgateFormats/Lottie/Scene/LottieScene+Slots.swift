import AgateDiagnostics
import CoreGraphics

extension LottieScene {
    /// The slots of the file, in alphabetical order. One name may refer to values of several kinds.
    public var slots: [LottieSlot] { original.slots }

    /// Sets the value of a slot. Everything in the animation that uses the slot shows the value, in place of the file's or the theme's,
    /// whether that is animated or not. Values set by key path override it.
    ///
    /// The layers of the animation are rebuilt, and its clock continues. This is intended for occasional use, not for each frame.
    /// - Parameter fit: The fit of an image of another aspect ratio; nil fills the area, or stretches in the reading
    ///   ``LottieReading/iOSPlayer``.
    /// - Returns: False, with the diagnostic `lottie.slot`, if the file has no such slot or none of this kind; then nothing is changed.
    @discardableResult
    public func setValue(_ value: LottieOverride, forSlot id: String, fit: ImageFit? = nil) -> Bool {
        guard original.slots.contains(where: { $0.id == id && value.fits($0.kind) }) else {
            Diagnostic.reportOnce(
                "lottie.slot", key: "\(resources.file) \(id)", "\(resources.file): no slot \"\(id)\" accepts \(value.kindName)")
            return false
        }
        if case .image(nil) = value {
            removeValue(forSlot: id)
            return true
        }
        slotValues.set[id] = value
        slotValues.fits[id] = fit
        rereadSlots()
        return true
    }

    /// Removes the value of a slot: the file's or the theme's value is shown again.
    public func removeValue(forSlot id: String) {
        guard slotValues.set.removeValue(forKey: id) != nil else { return }
        rereadSlots()
    }

    /// Returns the value that the program has set for a slot, or nil.
    public func value(forSlot id: String) -> LottieOverride? { slotValues.set[id] }

    // MARK: Themes

    /// The themes of the archive for this animation; empty for a file that is not an archive.
    public var themes: [LottieArchive.Theme] { archive?.themes(of: animation) ?? [] }

    /// Applies a theme of the archive, or none if nil: its rules set slots. Values that the program has set for slots override it. The
    /// layers are rebuilt, as by ``setValue(_:forSlot:)``.
    /// - Throws: ``LottieError`` if there is no such theme or it can't be used; the previous theme and its diagnostics remain.
    public func setTheme(_ id: String?) throws {
        let before = (slotValues, themeDiagnostics)
        slotValues.themed = [:]
        slotValues.texts = [:]
        do {
            if let id {
                guard let archive else {
                    throw LottieError("", "the theme \"\(id)\" does not exist: the file is not an archive", file: resources.file)
                }
                let read = try LottieTheme(archive.json(ofTheme: id), animation: animation, file: "\(resources.file), theme \"\(id)\"")
                slotValues.themed = read.values
                slotValues.texts = read.texts
                themeDiagnostics = read.diagnostics
            } else {
                themeDiagnostics = []
            }
            try readSlots()
        } catch {
            (slotValues, themeDiagnostics) = before
            throw error
        }
        theme = id
        rebuild()
    }

    private func rereadSlots() {
        // Values of the kinds of slots can't make a file unreadable that was read before.
        try? readSlots()
        rebuild()
    }
}

extension LottieOverride {
    fileprivate var kindName: String {
        switch self {
        case .number: "a number"
        case .point: "a point"
        case .size: "a size"
        case .color: "a colour"
        case .gradient: "a gradient"
        case .text: "a text"
        case .image: "an image"
        }
    }
}

import AgateDiagnostics
import CoreGraphics

extension LottieScene {
    /// The names under which the file lets values be set, in the alphabet's order. One name may stand for values of several kinds.
    public var slots: [LottieSlot] { original.slots }

    /// Sets the value of a slot: everything in the animation that has this name shows it, in the place of the file's or the theme's value,
    /// whether that moves or not. Values set by key path go before it.
    ///
    /// The layers of the animation are made anew, and its clock goes on: meant for now and then, not for each frame.
    /// - Parameter fit: how an image of another shape lies in its place; nil fills it, or stretches in the reading
    ///   ``LottieReading/iOSPlayer``.
    /// - Returns: false, with the diagnostic `lottie.slot`, when the file has no such slot or none of this kind; nothing is changed then.
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

    /// Takes back what was set for a slot: the file's or the theme's value shows again.
    public func removeValue(forSlot id: String) {
        guard slotValues.set.removeValue(forKey: id) != nil else { return }
        rereadSlots()
    }

    /// What the program has set for a slot, or nil.
    public func value(forSlot id: String) -> LottieOverride? { slotValues.set[id] }

    // MARK: Themes

    /// The themes that the archive has for this animation; none for a file that is no archive.
    public var themes: [LottieArchive.Theme] { archive?.themes(of: animation) ?? [] }

    /// Shows a theme of the archive, or nil for none: its rules set slots. Values that the program has set for slots go before it. The
    /// layers are made anew, as by ``setValue(_:forSlot:)``.
    /// - Throws: ``LottieError`` when there is no such theme or it can't be used; what showed before goes on showing.
    public func setTheme(_ id: String?) throws {
        let before = slotValues
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
            slotValues = before
            throw error
        }
        theme = id
        rebuild()
    }

    private func rereadSlots() {
        // Values of the kinds that slots have can't make a file unreadable that was read before.
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

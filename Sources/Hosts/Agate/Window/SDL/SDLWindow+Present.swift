#if Windows
import AgateDiagnostics
import CSDL2
import QuartzCore

/// Windows that the processor draws.
extension SDLWindow {
    /// Shows the newest frame, if one is pending.
    func present() {
        #if GPU
        if swapState != nil { return followSwapChain() }
        #endif
        guard plan.picture.isOwed || owesAll && isShown && !awaitsFrame, isAnswered() else { return }
        show()
        awaitsFrame = false
        if let wayland {
            let due = plan.picture.takeDue()
            guard wayland.show(plan.picture, drawableSize, isWhole: owesAll) else { return plan.picture.giveBack(due) }
            owesAll = false
            let now = HostClock.now
            plan.picture.notePresent(due: due, given: now, at: now, frameDuration: frameDuration)
        } else {
            presentSurface()
        }
    }

    /// Shows the frame through SDL's own pixels.
    private func presentSurface() {
        guard let surface = SDL_GetWindowSurface(handle), let canvas = WindowCanvas(surface) else {
            Diagnostic.reportOnce("window.no-surface", key: "\(id)", "a window can't be drawn into: \(WindowPump.message)")
            return
        }
        let due = plan.picture.takeDue()
        rects.removeAll(keepingCapacity: true)
        let all = owesAll
        // The picture is locked only during the copy: a display that stalls, or breaks, blocks no other thread.
        plan.picture.withOwed(whole: all) { pixels, width, height, changes in
            if all { canvas.fill(outside: width, height) }
            for change in changes { if let rect = canvas.copy(change, from: pixels, width, height) { rects.append(rect) } }
            owesAll = false
        }
        if all, !owesAll { rects = [canvas.bounds] }
        let given = HostClock.now
        // On X11 the call waits until the server has read the pixels, so they don't change during the read.
        if !rects.isEmpty { SDL_UpdateWindowSurfaceRects(handle, rects, Int32(rects.count)) }
        plan.picture.notePresent(due: due, given: given, at: HostClock.now, frameDuration: frameDuration)
    }
}
#endif

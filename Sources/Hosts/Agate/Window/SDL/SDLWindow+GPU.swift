#if Windows && GPU
import AgateDiagnostics
import CSDL2
import CoreGraphics
import OpenGLES

/// Windows that a GPU draws: the thread that makes the frames also shows them.
extension SDLWindow {
    struct SwapChainFailure: Error { let reason: String }

    /// Returns a window with a context, current on no thread; nil if the processor is to draw.
    static func makeWithSwapChain(
        _ plan: WindowPlan, _ flags: UInt32, _ renderer: FrameRenderer, on pump: WindowPump
    ) -> Result<SDLWindow?, SwapChainFailure> {
        guard GLAvailability.current == .automatic else { return .failure(SwapChainFailure(reason: "disabled by AGATE_EGL")) }
        if let reason = agate_gles_failure() { return .failure(SwapChainFailure(reason: String(cString: reason))) }
        let attributes = [
            (SDL_GL_CONTEXT_PROFILE_MASK, Int32(SDL_GL_CONTEXT_PROFILE_ES.rawValue)), (SDL_GL_CONTEXT_MAJOR_VERSION, 3),
            (SDL_GL_CONTEXT_MINOR_VERSION, 0), (SDL_GL_DOUBLEBUFFER, 1), (SDL_GL_RED_SIZE, 8), (SDL_GL_GREEN_SIZE, 8),
            (SDL_GL_BLUE_SIZE, 8), (SDL_GL_ALPHA_SIZE, 0), (SDL_GL_DEPTH_SIZE, 0), (SDL_GL_STENCIL_SIZE, 0),
        ]
        DrawingAtExit.begin()
        defer { DrawingAtExit.end() }
        for (attribute, value) in attributes { SDL_GL_SetAttribute(attribute, value) }
        guard let handle = create(plan, flags | SDL_WINDOW_OPENGL.rawValue) else {
            return .failure(SwapChainFailure(reason: WindowPump.message))
        }
        guard let context = SDL_GL_CreateContext(handle) else {
            defer { SDL_DestroyWindow(handle) }
            return .failure(SwapChainFailure(reason: WindowPump.message))
        }
        let info = GLInfo(), display = eglGetCurrentDisplay()
        DrawingAtExit.driverIsLoaded()
        SDL_GL_MakeCurrent(handle, nil)
        func letGo() {
            SDL_GL_DeleteContext(context)
            SDL_DestroyWindow(handle)
        }
        guard let info, info.major >= 3 else {
            letGo()
            return .failure(SwapChainFailure(reason: info.map { "\(GLError.tooOld($0.version))" } ?? "the context does not respond"))
        }
        guard renderer.accepts(info) else {
            letGo()
            return .success(nil)
        }
        if let display { pump.offer(display) }
        let window = SDLWindow(handle, plan, pump), state = WindowSwapState()
        state.size = window.drawableSize
        window.swapState = state
        window.swapChain = WindowSwapOffer(
            WindowSwapChain(
                window.id, handle, context, state, swapsDirectly: SDL_GetCurrentVideoDriver().map { String(cString: $0) } == "x11",
                softwareSwap: info.isSoftware ? SoftwareSwap(handle) : nil))
        return .success(window)
    }

    /// Updates the window after a frame that the GPU showed, and requests a repaint if the window system lost the content.
    func followSwapChain() {
        if plan.picture.takeShown() {
            show()
            // That frame was a complete one.
            if awaitsFrame { owesAll = false }
            awaitsFrame = false
            _ = isAnswered()
        }
        guard isShown, owesAll, !awaitsFrame, unseen.isEmpty else { return }
        owesAll = false
        plan.picture.askForRepaint()
    }

    func simulateLoss() { swapState?.isLost = true }

    /// Ends drawing by the GPU. Returns true if the swap chain is still to be released.
    func closeSwapChain() -> Bool {
        guard let swapState else { return false }
        swapState.isClosed = true
        return true
    }

    /// Switches from the GPU to the processor.
    func swapChainIsGone() {
        swapState = nil
        owesAll = true
    }
}
#endif

#if Windows
import CSDL2
import CSDLLoader
import RenderTree

/// A window's surface on Wayland. SDL2 draws software surfaces at a scale of 1 there, and can't detect that a window is not visible. Used
/// on the window's thread, except `WaylandFrames`.
final class WaylandSurface {
    /// Requests the compositor's answer to the next frame; any thread that shows frames.
    let frames: WaylandFrames
    private let surface: OpaquePointer
    /// The rectangles that each buffer lacks.
    private var stale = [ContiguousArray<DeviceRect>](repeating: [], count: Int(AGATE_WAYLAND_BUFFERS))
    private var damage: [Int32] = []
    /// True if the compositor still reads all buffers.
    private(set) var waitsForBuffer = false

    /// - Parameters:
    ///   - wayland: The display's connection.
    ///   - handle: A `wl_surface`.
    init?(_ wayland: OpaquePointer, _ handle: OpaquePointer) {
        guard let surface = agate_wayland_surface_make(wayland, UnsafeMutableRawPointer(handle)) else { return nil }
        self.surface = surface
        frames = WaylandFrames(surface: surface)
    }

    /// Releases the surface. Call it once the window is hidden, and before the display is closed.
    func free() { agate_wayland_surface_free(surface) }

    /// The time in seconds for which the compositor has not answered a frame; 0 if it has.
    var unanswered: Double { agate_wayland_surface_unanswered(surface) }

    /// Shows the newest frame. Returns false if no buffer is free.
    /// - Parameter isWhole: True if the entire frame differs from the one that is shown.
    func show(_ picture: WindowPicture, _ size: WindowGeometry.Measure, isWhole: Bool) -> Bool {
        var index: Int32 = 0, isNew: Int32 = 0
        guard let base = agate_wayland_surface_buffer(surface, size.width, size.height, &index, &isNew) else {
            waitsForBuffer = true
            return false
        }
        waitsForBuffer = false
        let canvas = WindowCanvas(base, Int(size.width), Int(size.height)), isWhole = isWhole || isNew != 0
        damage.removeAll(keepingCapacity: true)
        picture.withOwed(whole: isWhole) { pixels, width, height, changes in
            for change in changes { for i in stale.indices { WindowPicture.add(change, to: &stale[i]) } }
            if isWhole {
                canvas.fill(outside: width, height)
                damage += [0, 0, size.width, size.height]
            }
            for rect in stale[Int(index)] { _ = canvas.copy(rect, from: pixels, width, height) }
            stale[Int(index)].removeAll(keepingCapacity: true)
            if !isWhole { for change in changes { damage += [change.x0, change.y0, change.x1 - change.x0, change.y1 - change.y0] } }
        }
        guard !damage.isEmpty else { return true }
        frames.ask()
        agate_wayland_surface_show(surface, index, damage, Int32(damage.count / 4))
        return true
    }
}

/// Requests an answer to the next frame of a surface.
struct WaylandFrames: @unchecked Sendable {
    // Unchecked: the surface may be used for requests on any thread, and outlives the thread that draws.
    fileprivate let surface: OpaquePointer

    /// Makes the request; call it before the frame is shown.
    func ask() { agate_wayland_surface_ask(surface) }
}
#endif

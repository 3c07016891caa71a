/// The result of one update.
package struct FrameUpdate: Sendable {
    /// The pixels that differ from the last frame; empty if nothing changed.
    package var damage: ContiguousArray<DeviceRect>
    package var events: [RenderEvent]
    /// The next time at which an update is needed: the time of this update itself if something changes all the time; the next time at which
    /// something begins or ends; infinity if nothing changes until the next commit.
    package var nextFrameTime: Double
    /// True if the list was rebuilt rather than patched.
    package var isRebuilt: Bool
}

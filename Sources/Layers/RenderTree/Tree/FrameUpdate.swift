/// What one step in time did.
package struct FrameUpdate: Sendable {
    /// The pixels that differ from the last frame; empty when nothing moved.
    package var damage: ContiguousArray<DeviceRect>
    package var events: [RenderEvent]
    /// The time of this update itself when something changes all the time; the next time at which something begins or ends; infinity
    /// when nothing will until the next commit.
    package var nextFrameTime: Double
    /// The list was made anew rather than patched.
    package var isRebuilt: Bool
}

import AgateDiagnostics
import Foundation

#if Windows
import CSDL2
import CSDLLoader
#endif

/// A device that plays sound: two channels of 32-bit samples, interleaved. It pulls the samples on a thread of its own.
package final class SoundDevice: @unchecked Sendable {
    // Unchecked: constant, and closed once, by its owner.
    /// The samples of each channel in a second, and in a block.
    package static let rate = 48000, block = 1024

    /// The reason for which there is no sound.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private final class Source {
        let render: @Sendable (UnsafeMutableBufferPointer<Float>) -> Void
        init(_ render: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Void) { self.render = render }
    }
    private let number: UInt32
    private let source: Source

    /// Opens the default device and begins to play.
    /// - Parameter render: Writes a block of samples; called on the device's thread, which must not wait.
    package init(_ render: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Void) throws(Failure) {
        source = Source(render)
        #if Windows
        guard Self.mayHaveDevice else { throw Failure(description: "there is no sound device or sound server") }
        if let failure = agate_sdl_failure() { throw Failure(description: String(cString: failure)) }
        SDL_SetHint("SDL_NO_SIGNAL_HANDLERS", "1")
        guard SDL_InitSubSystem(UInt32(SDL_INIT_AUDIO)) == 0 else { throw Failure(description: Self.message) }
        var wanted = SDL_AudioSpec()
        wanted.freq = Int32(Self.rate)
        // 32-bit floating-point numbers, the least significant byte first.
        wanted.format = 0x8120
        wanted.channels = 2
        wanted.samples = UInt16(Self.block)
        wanted.userdata = Unmanaged.passUnretained(source).toOpaque()
        wanted.callback = { context, bytes, count in
            guard let context, let bytes else { return }
            let samples = UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: Float.self)
            Unmanaged<Source>.fromOpaque(context).takeUnretainedValue().render(
                UnsafeMutableBufferPointer(start: samples, count: Int(count) / 4))
        }
        number = SDL_OpenAudioDevice(nil, 0, &wanted, nil, 0)
        guard number > 0 else {
            let reason = Self.message
            SDL_QuitSubSystem(UInt32(SDL_INIT_AUDIO))
            throw Failure(description: reason)
        }
        SDL_PauseAudioDevice(number, 0)
        #else
        number = 0
        throw Failure(description: "this build has no sound (the trait Windows is off)")
        #endif
    }

    /// Closes the device; the last block is completed.
    package func close() {
        #if Windows
        SDL_CloseAudioDevice(number)
        SDL_QuitSubSystem(UInt32(SDL_INIT_AUDIO))
        #endif
    }

    #if Windows
    private static var message: String { SDL_GetError().map { String(cString: $0) } ?? "SDL gave no reason" }

    /// False where neither a device nor a server can exist, so that SDL and the libraries that it tries need not be loaded.
    private static var mayHaveDevice: Bool {
        let environment = ProcessInfo.processInfo.environment, files = FileManager.default
        if environment["SDL_AUDIODRIVER"].map({ !$0.isEmpty }) ?? false || environment["PULSE_SERVER"] != nil { return true }
        if files.fileExists(atPath: "/dev/snd") || files.fileExists(atPath: "/dev/dsp") { return true }
        guard let folder = environment["XDG_RUNTIME_DIR"] else { return false }
        return files.fileExists(atPath: "\(folder)/pulse/native") || files.fileExists(atPath: "\(folder)/pipewire-0")
    }
    #endif
}

// `import AVFoundation` provides films and their sound: players, compositions, readers and writers, by the ffmpeg program.
@_exported import FoundationCompatibility
@_exported import QuartzCore

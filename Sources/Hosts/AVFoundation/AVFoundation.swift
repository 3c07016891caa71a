// `import AVFoundation` provides films in layers: AVPlayer and AVPlayerLayer, decoded by the ffmpeg program.
@_exported import QuartzCore

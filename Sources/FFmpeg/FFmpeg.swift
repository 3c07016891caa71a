/// The ffmpeg and ffprobe programs, run as programs: found, asked what they can do, fed and read through pipes.
package enum FFmpeg {}

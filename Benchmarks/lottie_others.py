#!/usr/bin/env python3
"""The figures of `bench lottie` for other players: pip install rlottie-python thorvg-python.

lottie_others.py FOLDER [SIDE ...]: milliseconds a frame of each player over the folder's files, one thread.
"""
import glob, json, math, os, sys, time


def frames_of(path):
    with open(path) as file:
        info = json.load(file)
    count = min(120, max(1, int(math.floor(info["op"] - info["ip"]))))
    return count, (info["op"] - info["ip"]) / count


def best(count, draw):
    times = []
    for _ in range(3):
        start = time.perf_counter()
        for i in range(count):
            draw(i)
        times.append((time.perf_counter() - start) * 1000 / count)
    return min(times)


def rlottie(path, side):
    from rlottie_python import LottieAnimation
    animation = LottieAnimation.from_file(path)
    count, step = frames_of(path)
    return best(count, lambda i: animation.lottie_animation_render(int(i * step), width=side, height=side))


def thorvg(path, side):
    import thorvg_python as tvg
    engine = tvg.Engine(threads=0)
    canvas = tvg.SwCanvas(engine)
    canvas.set_target(side, side)
    animation = tvg.LottieAnimation(engine)
    picture = animation.get_picture()
    picture.load(path)
    picture.set_size(side, side)
    canvas.push(picture) if hasattr(canvas, "push") else canvas.add(picture)
    count, step = frames_of(path)

    def draw(i):
        animation.set_frame(i * step)
        canvas.update()
        canvas.draw(True)
        canvas.sync()

    return best(count, draw)


def main():
    files = sorted(glob.glob(os.path.join(sys.argv[1], "*.json")))
    for side in [int(text) for text in sys.argv[2:]] or [500, 1000]:
        for name, play in [("rlottie", rlottie), ("ThorVG", thorvg)]:
            times = []
            for path in files:
                try:
                    times.append((play(path, side), os.path.basename(path)))
                except Exception as error:
                    print(f"{name}: {os.path.basename(path)}: {type(error).__name__} {error}")
            if times:
                mean = math.exp(sum(math.log(max(t, 1e-6)) for t, _ in times) / len(times))
                print(f"{side}x{side} {name}: a frame {mean:.4f} ms (geometric mean of {len(times)}), the worst {max(times)[0]:.3f} ms, {max(times)[1]}")


main()

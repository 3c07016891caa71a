#!/usr/bin/env python3
"""Skia's raster (PyPI: skia-python) does the work of `bench peer-context`.

Each row is recorded into an SkPicture before and played into the surface by one call, so no binding is in between: 10,000 boxes
outside the picture take 0.2 ms.
"""
import sys

from work import HEIGHT, PATHS, WIDTH, Work, figure, mask, missing, ramp

try:
    import numpy
    import skia
except ImportError as error:
    missing(error)

print("Skia through skia-python", skia.__version__, file=sys.stderr)
work = Work()
pixels = numpy.full((HEIGHT, WIDTH, 4), 255, numpy.uint8)
surface = skia.Surface(pixels, skia.kBGRA_8888_ColorType)
target = surface.getCanvas()
near = skia.SamplingOptions(skia.FilterMode.kLinear)


def image(width, height):
    data = numpy.frombuffer(ramp(width, height), numpy.uint8).reshape(height, width, 4).copy()
    return skia.Image.fromarray(data, skia.kBGRA_8888_ColorType, skia.kPremul_AlphaType)


def paint(i, **style):
    rgb = work.colors[i % PATHS]
    return skia.Paint(Color=skia.ColorSetARGB(176, rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255), AntiAlias=True, **style)


def path(points, closed):
    made = skia.Path()
    made.moveTo(*points[0])
    for k in range(1, len(points), 3):
        made.cubicTo(*points[k], *points[k + 1], *points[k + 2])
    if closed:
        made.close()
    return made


def row(name, runs, record):
    recorder = skia.PictureRecorder()
    record(recorder.beginRecording(skia.Rect.MakeWH(WIDTH, HEIGHT)))
    picture = recorder.finishRecordingAsPicture()
    figure(name, runs, lambda: target.drawPicture(picture), pixels)


def fills(canvas):
    for i, points in enumerate(work.blobs):
        canvas.drawPath(path(points, True), paint(i))


def strokes(canvas, **style):
    for i, points in enumerate(work.curves):
        canvas.drawPath(path(points, False), paint(i, Style=skia.Paint.kStroke_Style, StrokeWidth=3, StrokeMiter=10, **style))


def round_rects(canvas):
    for i, (x, y) in enumerate(work.boxes):
        canvas.drawRoundRect(skia.Rect.MakeXYWH(x, y, 40, 40), 8, 8, paint(i))


def rects(canvas):
    for i, (x, y) in enumerate(work.boxes):
        canvas.drawRect(skia.Rect.MakeXYWH(x, y, 40, 40), paint(i))


source, half, square, sprite = image(1920, 1080), image(960, 540), image(1024, 1024), image(40, 40)
coverage = skia.Image.fromarray(numpy.frombuffer(mask(), numpy.uint8).reshape(HEIGHT, WIDTH, 1).copy(), skia.kAlpha_8_ColorType)
opaque = skia.Paint(AntiAlias=True)


def turned(canvas):
    canvas.translate(WIDTH / 2, HEIGHT / 2)
    canvas.rotate(-10)
    canvas.drawImage(square, -512, -512, near, opaque)


def sprites(canvas):
    for x, y in work.boxes:
        canvas.drawImage(sprite, x, y, near, opaque)


stops = [skia.ColorSetARGB(191, 255, 0, 0), skia.ColorSetARGB(128, 0, 255, 0), skia.ColorSetARGB(191, 0, 0, 255)]
linear = skia.GradientShader.MakeLinear([(0, HEIGHT), (WIDTH, HEIGHT / 2)], stops, [0, 0.5, 1])
radial = skia.GradientShader.MakeRadial((WIDTH / 2, HEIGHT / 2), 900, stops, [0, 0.5, 1])

row("clear", 20, lambda canvas: canvas.clear(skia.ColorWHITE))
row("solid-over", 10, lambda canvas: canvas.drawPaint(skia.Paint(Color=skia.ColorSetARGB(128, 51, 102, 153))))
row("1000-fill-paths", 5, fills)
row("1000-stroke-paths", 5, strokes)
row("1000-stroke-round", 5, lambda canvas: strokes(canvas, StrokeCap=skia.Paint.kRound_Cap, StrokeJoin=skia.Paint.kRound_Join))
row("10000-rrect40", 5, round_rects)
row("10000-rect40", 5, rects)
row("image-over", 10, lambda canvas: canvas.drawImage(source, 0, 0, near))
row("image-over-alpha.5", 10, lambda canvas: canvas.drawImage(source, 0, 0, near, skia.Paint(Alphaf=0.5)))
row("image-2x-bilinear", 5, lambda canvas: canvas.drawImageRect(half, skia.Rect.MakeWH(WIDTH, HEIGHT), near))
row("image-rot10", 5, turned)
row("10000-image40", 5, sprites)
row("a8-mask-solid", 5, lambda canvas: canvas.drawImage(coverage, 0, 0, near, skia.Paint(Color=skia.ColorSetARGB(176, 51, 102, 153))))
row("linear-gradient", 5, lambda canvas: canvas.drawPaint(skia.Paint(Shader=linear)))
row("radial-gradient", 5, lambda canvas: canvas.drawPaint(skia.Paint(Shader=radial)))

#!/usr/bin/env python3
"""Qt's raster engine (PyPI: PySide6-Essentials), QPainter on a QImage, does the work of `bench peer-context`.

Rows of many calls are recorded into a QPicture before and played by one call, so no binding is in between; but reading the
commands costs: 10,000 boxes outside the picture take 14 ms. Qt mixes gradients before colours are multiplied by their opacities, the others after.
"""
import os
import sys

os.environ["QT_QPA_PLATFORM"] = "offscreen"
from work import HEIGHT, PATHS, WIDTH, Work, figure, missing, ramp

try:
    import PySide6
    from PySide6.QtCore import QPointF, QRectF, Qt
    from PySide6.QtGui import QBrush, QColor, QGuiApplication, QImage, QLinearGradient, QPainter, QPainterPath, QPen, QPicture
    from PySide6.QtGui import QRadialGradient
except ImportError as error:
    missing(error)

print("Qt", PySide6.__version__, file=sys.stderr)
application = QGuiApplication([])
# A call of PySide6 6.12 drops a reference to None that it doesn't hold, which Python before 3.12 counts.
spare = [None] * 1_000_000
work = Work()
pixels = bytearray(b"\xff" * (WIDTH * HEIGHT * 4))
target = QImage(pixels, WIDTH, HEIGHT, WIDTH * 4, QImage.Format.Format_ARGB32_Premultiplied)
ALL = QRectF(0, 0, WIDTH, HEIGHT)


def image(width, height):
    return QImage(ramp(width, height), width, height, width * 4, QImage.Format.Format_ARGB32_Premultiplied).copy()


def color(i):
    rgb = work.colors[i % PATHS]
    return QColor(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255, 176)


def path(points, closed):
    made = QPainterPath(QPointF(*points[0]))
    for k in range(1, len(points), 3):
        made.cubicTo(*points[k], *points[k + 1], *points[k + 2])
    if closed:
        made.closeSubpath()
    return made


def prepared(painter):
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    return painter


def single(name, runs, work):
    """A row of few calls, which needn't be recorded."""
    def draw():
        painter = prepared(QPainter(target))
        work(painter)
        painter.end()

    figure(name, runs, draw, pixels)


def row(name, runs, record):
    picture = QPicture()
    painter = prepared(QPainter(picture))
    record(painter)
    painter.end()
    single(name, runs, lambda painter: painter.drawPicture(0, 0, picture))


def fills(painter):
    painter.setPen(Qt.PenStyle.NoPen)
    for i, points in enumerate(work.blobs):
        painter.setBrush(color(i))
        painter.drawPath(path(points, True))


def strokes(painter, cap=Qt.PenCapStyle.FlatCap, join=Qt.PenJoinStyle.MiterJoin):
    for i, points in enumerate(work.curves):
        pen = QPen(QBrush(color(i)), 3, Qt.PenStyle.SolidLine, cap, join)
        pen.setMiterLimit(10)
        painter.strokePath(path(points, False), pen)


def round_rects(painter):
    painter.setPen(Qt.PenStyle.NoPen)
    for i, (x, y) in enumerate(work.boxes):
        painter.setBrush(color(i))
        painter.drawRoundedRect(QRectF(x, y, 40, 40), 8, 8)


def rects(painter):
    for i, (x, y) in enumerate(work.boxes):
        painter.fillRect(QRectF(x, y, 40, 40), color(i))


def half_seen(painter):
    painter.setOpacity(0.5)
    painter.drawImage(QPointF(0, 0), source)


def turned(painter):
    painter.translate(WIDTH / 2, HEIGHT / 2)
    painter.rotate(-10)
    painter.drawImage(QPointF(-512, -512), square)


def sprites(painter):
    for x, y in work.boxes:
        painter.drawImage(QPointF(x, y), sprite)


source, half, square, sprite = image(1920, 1080), image(960, 540), image(1024, 1024), image(40, 40)
linear, radial = QLinearGradient(0, HEIGHT, WIDTH, HEIGHT / 2), QRadialGradient(QPointF(WIDTH / 2, HEIGHT / 2), 900)
for gradient in (linear, radial):
    for at, stop in [(0, QColor(255, 0, 0, 191)), (0.5, QColor(0, 255, 0, 128)), (1, QColor(0, 0, 255, 191))]:
        gradient.setColorAt(at, stop)

single("clear", 20, lambda painter: painter.fillRect(ALL, QColor(255, 255, 255)))
single("solid-over", 10, lambda painter: painter.fillRect(ALL, QColor(51, 102, 153, 128)))
row("1000-fill-paths", 5, fills)
row("1000-stroke-paths", 5, strokes)
row("1000-stroke-round", 5, lambda painter: strokes(painter, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
row("10000-rrect40", 3, round_rects)
row("10000-rect40", 5, rects)
single("image-over", 10, lambda painter: painter.drawImage(QPointF(0, 0), source))
single("image-over-alpha.5", 10, half_seen)
single("image-2x-bilinear", 5, lambda painter: painter.drawImage(ALL, half))
single("image-rot10", 5, turned)
row("10000-image40", 3, sprites)
single("linear-gradient", 5, lambda painter: painter.fillRect(ALL, QBrush(linear)))
single("radial-gradient", 5, lambda painter: painter.fillRect(ALL, QBrush(radial)))
# The interpreter's end may meet the same fault.
sys.stdout.flush()
os._exit(0)

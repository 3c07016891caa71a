#!/usr/bin/env python3
"""Qt Quick's software renderer (PyPI: PySide6-Essentials): round boxes of 40x40 in 1920x1080 that move and fade, and what it costs to
bring the values of running animations up to date. Python only starts the frames; scene and animations are QML.

Rows: bound_10000, a frame of `bench peer-layers bound_10000`; animated_10000, one number of each of 10,000 items brought up to date, and
read_10000, read in QML besides, for `bench step presentation 10000`.
"""
import os
import sys
import time

os.environ["QT_QPA_PLATFORM"] = "offscreen"
from work import HEIGHT, WIDTH, missing

try:
    import PySide6
    from PySide6 import QtCore, QtGui, QtQml, QtQuick
except ImportError as error:
    missing(error)

print("Qt Quick", PySide6.__version__, file=sys.stderr)
SCENE = """
import QtQuick
Rectangle {
    id: root
    width: 1920; height: 1080; color: "white"
    function sum() { let all = 0; for (let i = 0; i < boxes.count; i++) all += boxes.itemAt(i).x; return all }
    Repeater {
        id: boxes
        model: COUNT
        Rectangle {
            id: box
            property real startX: Math.random() * 1780 + 10
            property real startY: Math.random() * 940 + 10
            width: 40; height: 40; radius: 8; antialiasing: true
            x: startX; y: startY; opacity: 0.6
            color: Qt.rgba(Math.random(), Math.random(), Math.random(), 1)
            ANIMATIONS
        }
    }
}
"""
MOVES = """
            NumberAnimation on x { from: box.startX; to: box.startX + 80; duration: 667 + Math.random() * 9; loops: Animation.Infinite }
            NumberAnimation on y { from: box.startY; to: box.startY + 60; duration: 667 + Math.random() * 9; loops: Animation.Infinite }
            SequentialAnimation on opacity {
                loops: Animation.Infinite
                NumberAnimation { from: 0.2; to: 0.9; duration: 333 + Math.random() * 9 }
                NumberAnimation { from: 0.9; to: 0.2; duration: 333 + Math.random() * 9 }
            }
"""
SLIDE = "NumberAnimation on x { from: box.startX; to: box.startX + 80; duration: 667000 + Math.random() * 9; loops: Animation.Infinite }"

QtQuick.QQuickWindow.setGraphicsApi(QtQuick.QSGRendererInterface.GraphicsApi.Software)
application = QtGui.QGuiApplication([])
picture = QtGui.QImage(WIDTH, HEIGHT, QtGui.QImage.Format.Format_ARGB32_Premultiplied)
engine = QtQml.QQmlEngine()


class Scene:
    def __init__(self, count, animations):
        self.control = QtQuick.QQuickRenderControl()
        self.window = QtQuick.QQuickWindow(self.control)
        self.window.setRenderTarget(QtQuick.QQuickRenderTarget.fromPaintDevice(picture))
        self.component = QtQml.QQmlComponent(engine)
        self.component.setData(SCENE.replace("COUNT", str(count)).replace("ANIMATIONS", animations).encode(), QtCore.QUrl())
        self.root = self.component.create()
        if self.root is None:
            sys.exit(self.component.errorString())
        self.root.setParentItem(self.window.contentItem())
        self.window.setGeometry(0, 0, WIDTH, HEIGHT)
        self.first = self.root.childItems()[0]

    def advance(self):
        """Milliseconds of one tick of the animations. Their timer is an event; where it did nothing, the next one is waited for."""
        while True:
            time.sleep(0.02)
            place = self.first.x()
            start = time.perf_counter()
            application.processEvents()
            end = time.perf_counter()
            if self.first.x() != place:
                return (end - start) * 1000

    def draw(self):
        start = time.perf_counter()
        self.control.polishItems()
        self.control.sync()
        self.control.render()
        return (time.perf_counter() - start) * 1000


def wanted(*names):
    return len(sys.argv) < 2 or any(name in sys.argv[1:] for name in names)


def least(runs, work):
    work()
    return min(work() for _ in range(runs))


if wanted("animated_10000", "read_10000"):
    scene = Scene(10_000, SLIDE)

    def read():
        tick = scene.advance()
        start = time.perf_counter()
        QtCore.QMetaObject.invokeMethod(scene.root, "sum")
        return tick + (time.perf_counter() - start) * 1000

    print(f"animated_10000\t{least(12, scene.advance):.4f}\nread_10000\t{least(12, read):.4f}", flush=True)
if wanted("bound_10000"):
    scene = Scene(10_000, MOVES)
    print(f"bound_10000\t{least(8, lambda: scene.advance() + scene.draw()):.4f}", flush=True)
folder = os.environ.get("AGATE_PEER_PICTURES")
if folder:
    picture.save(os.path.join(folder, "bound_10000.png"))

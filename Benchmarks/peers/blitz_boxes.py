#!/usr/bin/env python3
"""vello_cpu through Blitz (PyPI: blitz-py): a frame of 1,000 round boxes of 40x40 that move and fade by CSS animations in 1920x1080, for
`bench peer-layers boxes_1000`. Style and layout are included, as evaluation is on Agate's side; so is a copy of the pixels.
"""
import sys
import time

from work import HEIGHT, WIDTH, missing, numbers

try:
    import blitz_py
except ImportError as error:
    missing(error)

print("blitz-py", blitz_py.__version__, file=sys.stderr)
random, css, html = numbers(), [], []
for i in range(1000):
    x, y = next(random) * 1800 + 10, next(random) * 960 + 10
    dx, dy = next(random) * 100 - 50, next(random) * 100 - 50
    color = ",".join(str(int(next(random) * 255)) for _ in range(3))
    phase = next(random)
    css.append(f"@keyframes m{i}{{from{{transform:translate(0,0)}}to{{transform:translate({dx:.2f}px,{dy:.2f}px)}}}}")
    html.append(f'<div style="left:{x:.2f}px;top:{y:.2f}px;background:rgb({color});animation:m{i} .667s linear -{phase:.3f}s infinite,'
                f'fade .333s linear -{phase:.3f}s infinite alternate"></div>')
page = f"""<style>body{{margin:0}}div{{position:absolute;width:40px;height:40px;border-radius:8px}}
@keyframes fade{{from{{opacity:.2}}to{{opacity:.9}}}}{"".join(css)}</style>{"".join(html)}"""
template = blitz_py.Template(page, width=WIDTH, height=HEIGHT)
best = float("inf")
for frame in range(12):
    start = time.perf_counter()
    width, height, pixels = template.render_rgba(time=1 + frame / 60)
    best = min(best, (time.perf_counter() - start) * 1000)
print(f"boxes_1000\t{best:.4f}")

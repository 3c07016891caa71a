// Converts curves to chords.

// Converts a cubic to chords, with x and y of both ends each. Parts are halved until the second differences at both ends are within the
// tolerance. The second differences of a part are proportional to the curve's second derivative, which changes linearly from one end to
// the other. Therefore the parts are known without halving, and their ends are points of the polynomial.
static intptr_t K(flatten_cubic)(double *out, const double *p, double tolerance, int32_t most) {
    double ax = p[0] - 2 * p[2] + p[4], ay = p[1] - 2 * p[3] + p[5], bx = p[2] - 2 * p[4] + p[6], by = p[3] - 2 * p[5] + p[7];
    double size = K(most)(K(most)(ax < 0 ? -ax : ax, ay < 0 ? -ay : ay), K(most)(bx < 0 ? -bx : bx, by < 0 ? -by : by));
    int32_t levels = 0;
    double limits[20];
    // limits[i]: the limit for a part of 2^i of the smallest parts, 4^(levels - i) times the tolerance.
    double limit = tolerance;
    while (size > limit && levels < most) {
        limit *= 4;
        levels++;
    }
    if (levels == 0) {
        out[0] = p[0];
        out[1] = p[1];
        out[2] = p[6];
        out[3] = p[7];
        return 1;
    }
    for (int32_t i = 0; i <= levels; i++, limit *= 0.25) limits[i] = limit;
    limits[0] = 1e300;
    int32_t end = 1 << levels;
    double step = 1.0 / (double)end;
    double c1x = 3 * (p[2] - p[0]), c1y = 3 * (p[3] - p[1]), c2x = 3 * ax, c2y = 3 * ay, c3x = bx - ax, c3y = by - ay;
    double x = p[0], y = p[1];
    intptr_t n = 0;
    double here = K(most)(ax < 0 ? -ax : ax, ay < 0 ? -ay : ay);
    for (int32_t i = 0; i < end;) {
        int32_t size_bits = i ? __builtin_ctz((unsigned)i) : levels;
        double t, there;
        for (;;) {
            t = (double)(i + (1 << size_bits)) * step;
            double dx = ax + c3x * t, dy = ay + c3y * t;
            there = K(most)(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy);
            if (K(most)(here, there) <= limits[size_bits]) break;
            size_bits--;
        }
        here = there;
        i += 1 << size_bits;
        double nx = i == end ? p[6] : ((c3x * t + c2x) * t + c1x) * t + p[0];
        double ny = i == end ? p[7] : ((c3y * t + c2y) * t + c1y) * t + p[1];
        out[0] = x;
        out[1] = y;
        out[2] = nx;
        out[3] = ny;
        out += 4;
        n++;
        x = nx;
        y = ny;
    }
    return n;
}

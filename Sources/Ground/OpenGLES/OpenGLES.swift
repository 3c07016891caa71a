// `import OpenGLES` provides the gl and egl functions and their constants, as on Apple's systems.
#if GPU
@_exported import CGLES
#endif

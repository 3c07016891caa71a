// The loaded functions of EGL and OpenGL ES: result, name, parameters, arguments. CGLES.h includes this file to declare each function,
// and gles_loader.c to define each. The file declares nothing by itself.
#ifdef AGATE_CALL

// EGL 1.4
AGATE_CALL(EGLBoolean, eglChooseConfig,
    (EGLDisplay dpy, const EGLint *attrib_list, EGLConfig *configs, EGLint config_size, EGLint *num_config),
    (dpy, attrib_list, configs, config_size, num_config))
AGATE_CALL(EGLContext, eglCreateContext, (EGLDisplay dpy, EGLConfig config, EGLContext share_context, const EGLint *attrib_list),
    (dpy, config, share_context, attrib_list))
AGATE_CALL(EGLSurface, eglCreatePbufferSurface, (EGLDisplay dpy, EGLConfig config, const EGLint *attrib_list),
    (dpy, config, attrib_list))
AGATE_CALL(EGLSurface, eglCreateWindowSurface, (EGLDisplay dpy, EGLConfig config, EGLNativeWindowType win, const EGLint *attrib_list),
    (dpy, config, win, attrib_list))
AGATE_CALL(EGLBoolean, eglDestroyContext, (EGLDisplay dpy, EGLContext ctx), (dpy, ctx))
AGATE_CALL(EGLBoolean, eglDestroySurface, (EGLDisplay dpy, EGLSurface surface), (dpy, surface))
AGATE_CALL(EGLBoolean, eglGetConfigAttrib, (EGLDisplay dpy, EGLConfig config, EGLint attribute, EGLint *value),
    (dpy, config, attribute, value))
AGATE_CALL(EGLBoolean, eglGetConfigs, (EGLDisplay dpy, EGLConfig *configs, EGLint config_size, EGLint *num_config),
    (dpy, configs, config_size, num_config))
AGATE_CALL(EGLDisplay, eglGetCurrentDisplay, (void), ())
AGATE_CALL(EGLSurface, eglGetCurrentSurface, (EGLint readdraw), (readdraw))
AGATE_CALL(EGLDisplay, eglGetDisplay, (EGLNativeDisplayType display_id), (display_id))
AGATE_CALL(EGLint, eglGetError, (void), ())
AGATE_CALL(__eglMustCastToProperFunctionPointerType, eglGetProcAddress, (const char *procname), (procname))
AGATE_CALL(EGLBoolean, eglInitialize, (EGLDisplay dpy, EGLint *major, EGLint *minor), (dpy, major, minor))
AGATE_CALL(EGLBoolean, eglMakeCurrent, (EGLDisplay dpy, EGLSurface draw, EGLSurface read, EGLContext ctx), (dpy, draw, read, ctx))
AGATE_CALL(EGLBoolean, eglQueryContext, (EGLDisplay dpy, EGLContext ctx, EGLint attribute, EGLint *value), (dpy, ctx, attribute, value))
AGATE_CALL(const char *, eglQueryString, (EGLDisplay dpy, EGLint name), (dpy, name))
AGATE_CALL(EGLBoolean, eglQuerySurface, (EGLDisplay dpy, EGLSurface surface, EGLint attribute, EGLint *value),
    (dpy, surface, attribute, value))
AGATE_CALL(EGLBoolean, eglSwapBuffers, (EGLDisplay dpy, EGLSurface surface), (dpy, surface))
AGATE_CALL(EGLBoolean, eglTerminate, (EGLDisplay dpy), (dpy))
AGATE_CALL(EGLBoolean, eglWaitGL, (void), ())
AGATE_CALL(EGLBoolean, eglWaitNative, (EGLint engine), (engine))
AGATE_CALL(EGLBoolean, eglBindTexImage, (EGLDisplay dpy, EGLSurface surface, EGLint buffer), (dpy, surface, buffer))
AGATE_CALL(EGLBoolean, eglReleaseTexImage, (EGLDisplay dpy, EGLSurface surface, EGLint buffer), (dpy, surface, buffer))
AGATE_CALL(EGLBoolean, eglSurfaceAttrib, (EGLDisplay dpy, EGLSurface surface, EGLint attribute, EGLint value),
    (dpy, surface, attribute, value))
AGATE_CALL(EGLBoolean, eglSwapInterval, (EGLDisplay dpy, EGLint interval), (dpy, interval))
AGATE_CALL(EGLBoolean, eglBindAPI, (EGLenum api), (api))
AGATE_CALL(EGLenum, eglQueryAPI, (void), ())
AGATE_CALL(EGLSurface, eglCreatePbufferFromClientBuffer,
    (EGLDisplay dpy, EGLenum buftype, EGLClientBuffer buffer, EGLConfig config, const EGLint *attrib_list),
    (dpy, buftype, buffer, config, attrib_list))
AGATE_CALL(EGLBoolean, eglReleaseThread, (void), ())
AGATE_CALL(EGLBoolean, eglWaitClient, (void), ())
AGATE_CALL(EGLContext, eglGetCurrentContext, (void), ())

// Extensions of EGL. They return null, without effect, if the display does not support them. Check EGL_EXTENSIONS.
AGATE_CALL(EGLDisplay, eglGetPlatformDisplayEXT, (EGLenum platform, void *native_display, const EGLint *attrib_list),
    (platform, native_display, attrib_list))
AGATE_CALL(EGLSurface, eglCreatePlatformWindowSurfaceEXT,
    (EGLDisplay dpy, EGLConfig config, void *native_window, const EGLint *attrib_list),
    (dpy, config, native_window, attrib_list))
AGATE_CALL(EGLBoolean, eglQueryDevicesEXT, (EGLint max_devices, EGLDeviceEXT *devices, EGLint *num_devices),
    (max_devices, devices, num_devices))
AGATE_CALL(const char *, eglQueryDeviceStringEXT, (EGLDeviceEXT device, EGLint name), (device, name))
AGATE_CALL(EGLBoolean, eglSwapBuffersWithDamageEXT, (EGLDisplay dpy, EGLSurface surface, const EGLint *rects, EGLint n_rects),
    (dpy, surface, rects, n_rects))
AGATE_CALL(EGLBoolean, eglSwapBuffersWithDamageKHR, (EGLDisplay dpy, EGLSurface surface, const EGLint *rects, EGLint n_rects),
    (dpy, surface, rects, n_rects))
AGATE_CALL(EGLBoolean, eglSetDamageRegionKHR, (EGLDisplay dpy, EGLSurface surface, EGLint *rects, EGLint n_rects),
    (dpy, surface, rects, n_rects))
AGATE_CALL(EGLImageKHR, eglCreateImageKHR,
    (EGLDisplay dpy, EGLContext ctx, EGLenum target, EGLClientBuffer buffer, const EGLint *attrib_list),
    (dpy, ctx, target, buffer, attrib_list))
AGATE_CALL(EGLBoolean, eglDestroyImageKHR, (EGLDisplay dpy, EGLImageKHR image), (dpy, image))
AGATE_CALL(EGLSyncKHR, eglCreateSyncKHR, (EGLDisplay dpy, EGLenum type, const EGLint *attrib_list), (dpy, type, attrib_list))
AGATE_CALL(EGLBoolean, eglDestroySyncKHR, (EGLDisplay dpy, EGLSyncKHR sync), (dpy, sync))
AGATE_CALL(EGLint, eglClientWaitSyncKHR, (EGLDisplay dpy, EGLSyncKHR sync, EGLint flags, EGLTimeKHR timeout), (dpy, sync, flags, timeout))
AGATE_CALL(EGLBoolean, eglGetSyncAttribKHR, (EGLDisplay dpy, EGLSyncKHR sync, EGLint attribute, EGLint *value),
    (dpy, sync, attribute, value))
AGATE_CALL(EGLint, eglWaitSyncKHR, (EGLDisplay dpy, EGLSyncKHR sync, EGLint flags), (dpy, sync, flags))
AGATE_CALL(EGLBoolean, eglQueryDmaBufFormatsEXT, (EGLDisplay dpy, EGLint max_formats, EGLint *formats, EGLint *num_formats),
    (dpy, max_formats, formats, num_formats))
AGATE_CALL(EGLBoolean, eglQueryDmaBufModifiersEXT,
    (EGLDisplay dpy, EGLint format, EGLint max_modifiers, EGLuint64KHR *modifiers, EGLBoolean *external_only,
     EGLint *num_modifiers),
    (dpy, format, max_modifiers, modifiers, external_only, num_modifiers))
AGATE_CALL(EGLBoolean, eglExportDMABUFImageQueryMESA,
    (EGLDisplay dpy, EGLImageKHR image, int *fourcc, int *num_planes, EGLuint64KHR *modifiers),
    (dpy, image, fourcc, num_planes, modifiers))
AGATE_CALL(EGLBoolean, eglExportDMABUFImageMESA, (EGLDisplay dpy, EGLImageKHR image, int *fds, EGLint *strides, EGLint *offsets),
    (dpy, image, fds, strides, offsets))

// OpenGL ES 3.0
AGATE_DO(glActiveTexture, (GLenum texture), (texture))
AGATE_DO(glAttachShader, (GLuint program, GLuint shader), (program, shader))
AGATE_DO(glBindAttribLocation, (GLuint program, GLuint index, const GLchar *name), (program, index, name))
AGATE_DO(glBindBuffer, (GLenum target, GLuint buffer), (target, buffer))
AGATE_DO(glBindFramebuffer, (GLenum target, GLuint framebuffer), (target, framebuffer))
AGATE_DO(glBindRenderbuffer, (GLenum target, GLuint renderbuffer), (target, renderbuffer))
AGATE_DO(glBindTexture, (GLenum target, GLuint texture), (target, texture))
AGATE_DO(glBlendColor, (GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha), (red, green, blue, alpha))
AGATE_DO(glBlendEquation, (GLenum mode), (mode))
AGATE_DO(glBlendEquationSeparate, (GLenum modeRGB, GLenum modeAlpha), (modeRGB, modeAlpha))
AGATE_DO(glBlendFunc, (GLenum sfactor, GLenum dfactor), (sfactor, dfactor))
AGATE_DO(glBlendFuncSeparate, (GLenum sfactorRGB, GLenum dfactorRGB, GLenum sfactorAlpha, GLenum dfactorAlpha),
    (sfactorRGB, dfactorRGB, sfactorAlpha, dfactorAlpha))
AGATE_DO(glBufferData, (GLenum target, GLsizeiptr size, const void *data, GLenum usage), (target, size, data, usage))
AGATE_DO(glBufferSubData, (GLenum target, GLintptr offset, GLsizeiptr size, const void *data), (target, offset, size, data))
AGATE_CALL(GLenum, glCheckFramebufferStatus, (GLenum target), (target))
AGATE_DO(glClear, (GLbitfield mask), (mask))
AGATE_DO(glClearColor, (GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha), (red, green, blue, alpha))
AGATE_DO(glClearDepthf, (GLfloat d), (d))
AGATE_DO(glClearStencil, (GLint s), (s))
AGATE_DO(glColorMask, (GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha), (red, green, blue, alpha))
AGATE_DO(glCompileShader, (GLuint shader), (shader))
AGATE_DO(glCompressedTexImage2D,
    (GLenum target, GLint level, GLenum internalformat, GLsizei width, GLsizei height, GLint border, GLsizei imageSize,
     const void *data),
    (target, level, internalformat, width, height, border, imageSize, data))
AGATE_DO(glCompressedTexSubImage2D,
    (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width, GLsizei height, GLenum format,
     GLsizei imageSize, const void *data),
    (target, level, xoffset, yoffset, width, height, format, imageSize, data))
AGATE_DO(glCopyTexImage2D,
    (GLenum target, GLint level, GLenum internalformat, GLint x, GLint y, GLsizei width, GLsizei height, GLint border),
    (target, level, internalformat, x, y, width, height, border))
AGATE_DO(glCopyTexSubImage2D, (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint x, GLint y, GLsizei width, GLsizei height),
    (target, level, xoffset, yoffset, x, y, width, height))
AGATE_CALL(GLuint, glCreateProgram, (void), ())
AGATE_CALL(GLuint, glCreateShader, (GLenum type), (type))
AGATE_DO(glCullFace, (GLenum mode), (mode))
AGATE_DO(glDeleteBuffers, (GLsizei n, const GLuint *buffers), (n, buffers))
AGATE_DO(glDeleteFramebuffers, (GLsizei n, const GLuint *framebuffers), (n, framebuffers))
AGATE_DO(glDeleteProgram, (GLuint program), (program))
AGATE_DO(glDeleteRenderbuffers, (GLsizei n, const GLuint *renderbuffers), (n, renderbuffers))
AGATE_DO(glDeleteShader, (GLuint shader), (shader))
AGATE_DO(glDeleteTextures, (GLsizei n, const GLuint *textures), (n, textures))
AGATE_DO(glDepthFunc, (GLenum func), (func))
AGATE_DO(glDepthMask, (GLboolean flag), (flag))
AGATE_DO(glDepthRangef, (GLfloat n, GLfloat f), (n, f))
AGATE_DO(glDetachShader, (GLuint program, GLuint shader), (program, shader))
AGATE_DO(glDisable, (GLenum cap), (cap))
AGATE_DO(glDisableVertexAttribArray, (GLuint index), (index))
AGATE_DO(glDrawArrays, (GLenum mode, GLint first, GLsizei count), (mode, first, count))
AGATE_DO(glDrawElements, (GLenum mode, GLsizei count, GLenum type, const void *indices), (mode, count, type, indices))
AGATE_DO(glEnable, (GLenum cap), (cap))
AGATE_DO(glEnableVertexAttribArray, (GLuint index), (index))
AGATE_DO(glFinish, (void), ())
AGATE_DO(glFlush, (void), ())
AGATE_DO(glFramebufferRenderbuffer, (GLenum target, GLenum attachment, GLenum renderbuffertarget, GLuint renderbuffer),
    (target, attachment, renderbuffertarget, renderbuffer))
AGATE_DO(glFramebufferTexture2D, (GLenum target, GLenum attachment, GLenum textarget, GLuint texture, GLint level),
    (target, attachment, textarget, texture, level))
AGATE_DO(glFrontFace, (GLenum mode), (mode))
AGATE_DO(glGenBuffers, (GLsizei n, GLuint *buffers), (n, buffers))
AGATE_DO(glGenerateMipmap, (GLenum target), (target))
AGATE_DO(glGenFramebuffers, (GLsizei n, GLuint *framebuffers), (n, framebuffers))
AGATE_DO(glGenRenderbuffers, (GLsizei n, GLuint *renderbuffers), (n, renderbuffers))
AGATE_DO(glGenTextures, (GLsizei n, GLuint *textures), (n, textures))
AGATE_DO(glGetActiveAttrib, (GLuint program, GLuint index, GLsizei bufSize, GLsizei *length, GLint *size, GLenum *type, GLchar *name),
    (program, index, bufSize, length, size, type, name))
AGATE_DO(glGetActiveUniform,
    (GLuint program, GLuint index, GLsizei bufSize, GLsizei *length, GLint *size, GLenum *type, GLchar *name),
    (program, index, bufSize, length, size, type, name))
AGATE_DO(glGetAttachedShaders, (GLuint program, GLsizei maxCount, GLsizei *count, GLuint *shaders), (program, maxCount, count, shaders))
AGATE_CALL(GLint, glGetAttribLocation, (GLuint program, const GLchar *name), (program, name))
AGATE_DO(glGetBooleanv, (GLenum pname, GLboolean *data), (pname, data))
AGATE_DO(glGetBufferParameteriv, (GLenum target, GLenum pname, GLint *params), (target, pname, params))
AGATE_CALL(GLenum, glGetError, (void), ())
AGATE_DO(glGetFloatv, (GLenum pname, GLfloat *data), (pname, data))
AGATE_DO(glGetFramebufferAttachmentParameteriv, (GLenum target, GLenum attachment, GLenum pname, GLint *params),
    (target, attachment, pname, params))
AGATE_DO(glGetIntegerv, (GLenum pname, GLint *data), (pname, data))
AGATE_DO(glGetProgramiv, (GLuint program, GLenum pname, GLint *params), (program, pname, params))
AGATE_DO(glGetProgramInfoLog, (GLuint program, GLsizei bufSize, GLsizei *length, GLchar *infoLog), (program, bufSize, length, infoLog))
AGATE_DO(glGetRenderbufferParameteriv, (GLenum target, GLenum pname, GLint *params), (target, pname, params))
AGATE_DO(glGetShaderiv, (GLuint shader, GLenum pname, GLint *params), (shader, pname, params))
AGATE_DO(glGetShaderInfoLog, (GLuint shader, GLsizei bufSize, GLsizei *length, GLchar *infoLog), (shader, bufSize, length, infoLog))
AGATE_DO(glGetShaderPrecisionFormat, (GLenum shadertype, GLenum precisiontype, GLint *range, GLint *precision),
    (shadertype, precisiontype, range, precision))
AGATE_DO(glGetShaderSource, (GLuint shader, GLsizei bufSize, GLsizei *length, GLchar *source), (shader, bufSize, length, source))
AGATE_CALL(const GLubyte *, glGetString, (GLenum name), (name))
AGATE_DO(glGetTexParameterfv, (GLenum target, GLenum pname, GLfloat *params), (target, pname, params))
AGATE_DO(glGetTexParameteriv, (GLenum target, GLenum pname, GLint *params), (target, pname, params))
AGATE_DO(glGetUniformfv, (GLuint program, GLint location, GLfloat *params), (program, location, params))
AGATE_DO(glGetUniformiv, (GLuint program, GLint location, GLint *params), (program, location, params))
AGATE_CALL(GLint, glGetUniformLocation, (GLuint program, const GLchar *name), (program, name))
AGATE_DO(glGetVertexAttribfv, (GLuint index, GLenum pname, GLfloat *params), (index, pname, params))
AGATE_DO(glGetVertexAttribiv, (GLuint index, GLenum pname, GLint *params), (index, pname, params))
AGATE_DO(glGetVertexAttribPointerv, (GLuint index, GLenum pname, void ** pointer), (index, pname, pointer))
AGATE_DO(glHint, (GLenum target, GLenum mode), (target, mode))
AGATE_CALL(GLboolean, glIsBuffer, (GLuint buffer), (buffer))
AGATE_CALL(GLboolean, glIsEnabled, (GLenum cap), (cap))
AGATE_CALL(GLboolean, glIsFramebuffer, (GLuint framebuffer), (framebuffer))
AGATE_CALL(GLboolean, glIsProgram, (GLuint program), (program))
AGATE_CALL(GLboolean, glIsRenderbuffer, (GLuint renderbuffer), (renderbuffer))
AGATE_CALL(GLboolean, glIsShader, (GLuint shader), (shader))
AGATE_CALL(GLboolean, glIsTexture, (GLuint texture), (texture))
AGATE_DO(glLineWidth, (GLfloat width), (width))
AGATE_DO(glLinkProgram, (GLuint program), (program))
AGATE_DO(glPixelStorei, (GLenum pname, GLint param), (pname, param))
AGATE_DO(glPolygonOffset, (GLfloat factor, GLfloat units), (factor, units))
AGATE_DO(glReadPixels, (GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels),
    (x, y, width, height, format, type, pixels))
AGATE_DO(glReleaseShaderCompiler, (void), ())
AGATE_DO(glRenderbufferStorage, (GLenum target, GLenum internalformat, GLsizei width, GLsizei height),
    (target, internalformat, width, height))
AGATE_DO(glSampleCoverage, (GLfloat value, GLboolean invert), (value, invert))
AGATE_DO(glScissor, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height))
AGATE_DO(glShaderBinary, (GLsizei count, const GLuint *shaders, GLenum binaryFormat, const void *binary, GLsizei length),
    (count, shaders, binaryFormat, binary, length))
AGATE_DO(glShaderSource, (GLuint shader, GLsizei count, const GLchar *const *string, const GLint *length),
    (shader, count, string, length))
AGATE_DO(glStencilFunc, (GLenum func, GLint ref, GLuint mask), (func, ref, mask))
AGATE_DO(glStencilFuncSeparate, (GLenum face, GLenum func, GLint ref, GLuint mask), (face, func, ref, mask))
AGATE_DO(glStencilMask, (GLuint mask), (mask))
AGATE_DO(glStencilMaskSeparate, (GLenum face, GLuint mask), (face, mask))
AGATE_DO(glStencilOp, (GLenum fail, GLenum zfail, GLenum zpass), (fail, zfail, zpass))
AGATE_DO(glStencilOpSeparate, (GLenum face, GLenum sfail, GLenum dpfail, GLenum dppass), (face, sfail, dpfail, dppass))
AGATE_DO(glTexImage2D,
    (GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height, GLint border, GLenum format,
     GLenum type, const void *pixels),
    (target, level, internalformat, width, height, border, format, type, pixels))
AGATE_DO(glTexParameterf, (GLenum target, GLenum pname, GLfloat param), (target, pname, param))
AGATE_DO(glTexParameterfv, (GLenum target, GLenum pname, const GLfloat *params), (target, pname, params))
AGATE_DO(glTexParameteri, (GLenum target, GLenum pname, GLint param), (target, pname, param))
AGATE_DO(glTexParameteriv, (GLenum target, GLenum pname, const GLint *params), (target, pname, params))
AGATE_DO(glTexSubImage2D,
    (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width, GLsizei height, GLenum format, GLenum type,
     const void *pixels),
    (target, level, xoffset, yoffset, width, height, format, type, pixels))
AGATE_DO(glUniform1f, (GLint location, GLfloat v0), (location, v0))
AGATE_DO(glUniform1fv, (GLint location, GLsizei count, const GLfloat *value), (location, count, value))
AGATE_DO(glUniform1i, (GLint location, GLint v0), (location, v0))
AGATE_DO(glUniform1iv, (GLint location, GLsizei count, const GLint *value), (location, count, value))
AGATE_DO(glUniform2f, (GLint location, GLfloat v0, GLfloat v1), (location, v0, v1))
AGATE_DO(glUniform2fv, (GLint location, GLsizei count, const GLfloat *value), (location, count, value))
AGATE_DO(glUniform2i, (GLint location, GLint v0, GLint v1), (location, v0, v1))
AGATE_DO(glUniform2iv, (GLint location, GLsizei count, const GLint *value), (location, count, value))
AGATE_DO(glUniform3f, (GLint location, GLfloat v0, GLfloat v1, GLfloat v2), (location, v0, v1, v2))
AGATE_DO(glUniform3fv, (GLint location, GLsizei count, const GLfloat *value), (location, count, value))
AGATE_DO(glUniform3i, (GLint location, GLint v0, GLint v1, GLint v2), (location, v0, v1, v2))
AGATE_DO(glUniform3iv, (GLint location, GLsizei count, const GLint *value), (location, count, value))
AGATE_DO(glUniform4f, (GLint location, GLfloat v0, GLfloat v1, GLfloat v2, GLfloat v3), (location, v0, v1, v2, v3))
AGATE_DO(glUniform4fv, (GLint location, GLsizei count, const GLfloat *value), (location, count, value))
AGATE_DO(glUniform4i, (GLint location, GLint v0, GLint v1, GLint v2, GLint v3), (location, v0, v1, v2, v3))
AGATE_DO(glUniform4iv, (GLint location, GLsizei count, const GLint *value), (location, count, value))
AGATE_DO(glUniformMatrix2fv, (GLint location, GLsizei count, GLboolean transpose, const GLfloat *value),
    (location, count, transpose, value))
AGATE_DO(glUniformMatrix3fv, (GLint location, GLsizei count, GLboolean transpose, const GLfloat *value),
    (location, count, transpose, value))
AGATE_DO(glUniformMatrix4fv, (GLint location, GLsizei count, GLboolean transpose, const GLfloat *value),
    (location, count, transpose, value))
AGATE_DO(glUseProgram, (GLuint program), (program))
AGATE_DO(glValidateProgram, (GLuint program), (program))
AGATE_DO(glVertexAttrib1f, (GLuint index, GLfloat x), (index, x))
AGATE_DO(glVertexAttrib1fv, (GLuint index, const GLfloat *v), (index, v))
AGATE_DO(glVertexAttrib2f, (GLuint index, GLfloat x, GLfloat y), (index, x, y))
AGATE_DO(glVertexAttrib2fv, (GLuint index, const GLfloat *v), (index, v))
AGATE_DO(glVertexAttrib3f, (GLuint index, GLfloat x, GLfloat y, GLfloat z), (index, x, y, z))
AGATE_DO(glVertexAttrib3fv, (GLuint index, const GLfloat *v), (index, v))
AGATE_DO(glVertexAttrib4f, (GLuint index, GLfloat x, GLfloat y, GLfloat z, GLfloat w), (index, x, y, z, w))
AGATE_DO(glVertexAttrib4fv, (GLuint index, const GLfloat *v), (index, v))
AGATE_DO(glVertexAttribPointer, (GLuint index, GLint size, GLenum type, GLboolean normalized, GLsizei stride, const void *pointer),
    (index, size, type, normalized, stride, pointer))
AGATE_DO(glViewport, (GLint x, GLint y, GLsizei width, GLsizei height), (x, y, width, height))
AGATE_DO(glReadBuffer, (GLenum src), (src))
AGATE_DO(glDrawRangeElements, (GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type, const void *indices),
    (mode, start, end, count, type, indices))
AGATE_DO(glTexImage3D,
    (GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height, GLsizei depth, GLint border,
     GLenum format, GLenum type, const void *pixels),
    (target, level, internalformat, width, height, depth, border, format, type, pixels))
AGATE_DO(glTexSubImage3D,
    (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset, GLsizei width, GLsizei height, GLsizei depth,
     GLenum format, GLenum type, const void *pixels),
    (target, level, xoffset, yoffset, zoffset, width, height, depth, format, type, pixels))
AGATE_DO(glCopyTexSubImage3D,
    (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset, GLint x, GLint y, GLsizei width, GLsizei height),
    (target, level, xoffset, yoffset, zoffset, x, y, width, height))
AGATE_DO(glCompressedTexImage3D,
    (GLenum target, GLint level, GLenum internalformat, GLsizei width, GLsizei height, GLsizei depth, GLint border,
     GLsizei imageSize, const void *data),
    (target, level, internalformat, width, height, depth, border, imageSize, data))
AGATE_DO(glCompressedTexSubImage3D,
    (GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset, GLsizei width, GLsizei height, GLsizei depth,
     GLenum format, GLsizei imageSize, const void *data),
    (target, level, xoffset, yoffset, zoffset, width, height, depth, format, imageSize, data))
AGATE_DO(glGenQueries, (GLsizei n, GLuint *ids), (n, ids))
AGATE_DO(glDeleteQueries, (GLsizei n, const GLuint *ids), (n, ids))
AGATE_CALL(GLboolean, glIsQuery, (GLuint id), (id))
AGATE_DO(glBeginQuery, (GLenum target, GLuint id), (target, id))
AGATE_DO(glEndQuery, (GLenum target), (target))
AGATE_DO(glGetQueryiv, (GLenum target, GLenum pname, GLint *params), (target, pname, params))
AGATE_DO(glGetQueryObjectuiv, (GLuint id, GLenum pname, GLuint *params), (id, pname, params))
AGATE_CALL(GLboolean, glUnmapBuffer, (GLenum target), (target))
AGATE_DO(glGetBufferPointerv, (GLenum target, GLenum pname, void ** params), (target, pname, params))
AGATE_DO(glDrawBuffers, (GLsizei n, const GLenum *bufs), (n, bufs))
AGATE_DO(glUniformMatrix2x3fv, (GLint location, GLsizei count, GLboolean transpose, const GLfloat *value),
    (location, count, transpose, value))
AGATE_DO(glUniformMatrix3x2fv, (GLint location, GLsizei count, GLboolean transpose, const GLfloat *value),
    (location, count, transpose, value))
AGATE_DO(glUniformMatrix2x4fv, (GLint location, GLsizei count, GLboolean transpose, const GLfloat *value),
    (location, count, transpose, value))
AGATE_DO(glUniformMatrix4x2fv, (GLint location, GLsizei count, GLboolean transpose, const GLfloat *value),
    (location, count, transpose, value))
AGATE_DO(glUniformMatrix3x4fv, (GLint location, GLsizei count, GLboolean transpose, const GLfloat *value),
    (location, count, transpose, value))
AGATE_DO(glUniformMatrix4x3fv, (GLint location, GLsizei count, GLboolean transpose, const GLfloat *value),
    (location, count, transpose, value))
AGATE_DO(glBlitFramebuffer,
    (GLint srcX0, GLint srcY0, GLint srcX1, GLint srcY1, GLint dstX0, GLint dstY0, GLint dstX1, GLint dstY1, GLbitfield mask,
     GLenum filter),
    (srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter))
AGATE_DO(glRenderbufferStorageMultisample, (GLenum target, GLsizei samples, GLenum internalformat, GLsizei width, GLsizei height),
    (target, samples, internalformat, width, height))
AGATE_DO(glFramebufferTextureLayer, (GLenum target, GLenum attachment, GLuint texture, GLint level, GLint layer),
    (target, attachment, texture, level, layer))
AGATE_CALL(void *, glMapBufferRange, (GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access),
    (target, offset, length, access))
AGATE_DO(glFlushMappedBufferRange, (GLenum target, GLintptr offset, GLsizeiptr length), (target, offset, length))
AGATE_DO(glBindVertexArray, (GLuint array), (array))
AGATE_DO(glDeleteVertexArrays, (GLsizei n, const GLuint *arrays), (n, arrays))
AGATE_DO(glGenVertexArrays, (GLsizei n, GLuint *arrays), (n, arrays))
AGATE_CALL(GLboolean, glIsVertexArray, (GLuint array), (array))
AGATE_DO(glGetIntegeri_v, (GLenum target, GLuint index, GLint *data), (target, index, data))
AGATE_DO(glBeginTransformFeedback, (GLenum primitiveMode), (primitiveMode))
AGATE_DO(glEndTransformFeedback, (void), ())
AGATE_DO(glBindBufferRange, (GLenum target, GLuint index, GLuint buffer, GLintptr offset, GLsizeiptr size),
    (target, index, buffer, offset, size))
AGATE_DO(glBindBufferBase, (GLenum target, GLuint index, GLuint buffer), (target, index, buffer))
AGATE_DO(glTransformFeedbackVaryings, (GLuint program, GLsizei count, const GLchar *const *varyings, GLenum bufferMode),
    (program, count, varyings, bufferMode))
AGATE_DO(glGetTransformFeedbackVarying,
    (GLuint program, GLuint index, GLsizei bufSize, GLsizei *length, GLsizei *size, GLenum *type, GLchar *name),
    (program, index, bufSize, length, size, type, name))
AGATE_DO(glVertexAttribIPointer, (GLuint index, GLint size, GLenum type, GLsizei stride, const void *pointer),
    (index, size, type, stride, pointer))
AGATE_DO(glGetVertexAttribIiv, (GLuint index, GLenum pname, GLint *params), (index, pname, params))
AGATE_DO(glGetVertexAttribIuiv, (GLuint index, GLenum pname, GLuint *params), (index, pname, params))
AGATE_DO(glVertexAttribI4i, (GLuint index, GLint x, GLint y, GLint z, GLint w), (index, x, y, z, w))
AGATE_DO(glVertexAttribI4ui, (GLuint index, GLuint x, GLuint y, GLuint z, GLuint w), (index, x, y, z, w))
AGATE_DO(glVertexAttribI4iv, (GLuint index, const GLint *v), (index, v))
AGATE_DO(glVertexAttribI4uiv, (GLuint index, const GLuint *v), (index, v))
AGATE_DO(glGetUniformuiv, (GLuint program, GLint location, GLuint *params), (program, location, params))
AGATE_CALL(GLint, glGetFragDataLocation, (GLuint program, const GLchar *name), (program, name))
AGATE_DO(glUniform1ui, (GLint location, GLuint v0), (location, v0))
AGATE_DO(glUniform2ui, (GLint location, GLuint v0, GLuint v1), (location, v0, v1))
AGATE_DO(glUniform3ui, (GLint location, GLuint v0, GLuint v1, GLuint v2), (location, v0, v1, v2))
AGATE_DO(glUniform4ui, (GLint location, GLuint v0, GLuint v1, GLuint v2, GLuint v3), (location, v0, v1, v2, v3))
AGATE_DO(glUniform1uiv, (GLint location, GLsizei count, const GLuint *value), (location, count, value))
AGATE_DO(glUniform2uiv, (GLint location, GLsizei count, const GLuint *value), (location, count, value))
AGATE_DO(glUniform3uiv, (GLint location, GLsizei count, const GLuint *value), (location, count, value))
AGATE_DO(glUniform4uiv, (GLint location, GLsizei count, const GLuint *value), (location, count, value))
AGATE_DO(glClearBufferiv, (GLenum buffer, GLint drawbuffer, const GLint *value), (buffer, drawbuffer, value))
AGATE_DO(glClearBufferuiv, (GLenum buffer, GLint drawbuffer, const GLuint *value), (buffer, drawbuffer, value))
AGATE_DO(glClearBufferfv, (GLenum buffer, GLint drawbuffer, const GLfloat *value), (buffer, drawbuffer, value))
AGATE_DO(glClearBufferfi, (GLenum buffer, GLint drawbuffer, GLfloat depth, GLint stencil), (buffer, drawbuffer, depth, stencil))
AGATE_CALL(const GLubyte *, glGetStringi, (GLenum name, GLuint index), (name, index))
AGATE_DO(glCopyBufferSubData, (GLenum readTarget, GLenum writeTarget, GLintptr readOffset, GLintptr writeOffset, GLsizeiptr size),
    (readTarget, writeTarget, readOffset, writeOffset, size))
AGATE_DO(glGetUniformIndices, (GLuint program, GLsizei uniformCount, const GLchar *const *uniformNames, GLuint *uniformIndices),
    (program, uniformCount, uniformNames, uniformIndices))
AGATE_DO(glGetActiveUniformsiv, (GLuint program, GLsizei uniformCount, const GLuint *uniformIndices, GLenum pname, GLint *params),
    (program, uniformCount, uniformIndices, pname, params))
AGATE_CALL(GLuint, glGetUniformBlockIndex, (GLuint program, const GLchar *uniformBlockName), (program, uniformBlockName))
AGATE_DO(glGetActiveUniformBlockiv, (GLuint program, GLuint uniformBlockIndex, GLenum pname, GLint *params),
    (program, uniformBlockIndex, pname, params))
AGATE_DO(glGetActiveUniformBlockName,
    (GLuint program, GLuint uniformBlockIndex, GLsizei bufSize, GLsizei *length, GLchar *uniformBlockName),
    (program, uniformBlockIndex, bufSize, length, uniformBlockName))
AGATE_DO(glUniformBlockBinding, (GLuint program, GLuint uniformBlockIndex, GLuint uniformBlockBinding),
    (program, uniformBlockIndex, uniformBlockBinding))
AGATE_DO(glDrawArraysInstanced, (GLenum mode, GLint first, GLsizei count, GLsizei instancecount), (mode, first, count, instancecount))
AGATE_DO(glDrawElementsInstanced, (GLenum mode, GLsizei count, GLenum type, const void *indices, GLsizei instancecount),
    (mode, count, type, indices, instancecount))
AGATE_CALL(GLsync, glFenceSync, (GLenum condition, GLbitfield flags), (condition, flags))
AGATE_CALL(GLboolean, glIsSync, (GLsync sync), (sync))
AGATE_DO(glDeleteSync, (GLsync sync), (sync))
AGATE_CALL(GLenum, glClientWaitSync, (GLsync sync, GLbitfield flags, GLuint64 timeout), (sync, flags, timeout))
AGATE_DO(glWaitSync, (GLsync sync, GLbitfield flags, GLuint64 timeout), (sync, flags, timeout))
AGATE_DO(glGetInteger64v, (GLenum pname, GLint64 *data), (pname, data))
AGATE_DO(glGetSynciv, (GLsync sync, GLenum pname, GLsizei count, GLsizei *length, GLint *values), (sync, pname, count, length, values))
AGATE_DO(glGetInteger64i_v, (GLenum target, GLuint index, GLint64 *data), (target, index, data))
AGATE_DO(glGetBufferParameteri64v, (GLenum target, GLenum pname, GLint64 *params), (target, pname, params))
AGATE_DO(glGenSamplers, (GLsizei count, GLuint *samplers), (count, samplers))
AGATE_DO(glDeleteSamplers, (GLsizei count, const GLuint *samplers), (count, samplers))
AGATE_CALL(GLboolean, glIsSampler, (GLuint sampler), (sampler))
AGATE_DO(glBindSampler, (GLuint unit, GLuint sampler), (unit, sampler))
AGATE_DO(glSamplerParameteri, (GLuint sampler, GLenum pname, GLint param), (sampler, pname, param))
AGATE_DO(glSamplerParameteriv, (GLuint sampler, GLenum pname, const GLint *param), (sampler, pname, param))
AGATE_DO(glSamplerParameterf, (GLuint sampler, GLenum pname, GLfloat param), (sampler, pname, param))
AGATE_DO(glSamplerParameterfv, (GLuint sampler, GLenum pname, const GLfloat *param), (sampler, pname, param))
AGATE_DO(glGetSamplerParameteriv, (GLuint sampler, GLenum pname, GLint *params), (sampler, pname, params))
AGATE_DO(glGetSamplerParameterfv, (GLuint sampler, GLenum pname, GLfloat *params), (sampler, pname, params))
AGATE_DO(glVertexAttribDivisor, (GLuint index, GLuint divisor), (index, divisor))
AGATE_DO(glBindTransformFeedback, (GLenum target, GLuint id), (target, id))
AGATE_DO(glDeleteTransformFeedbacks, (GLsizei n, const GLuint *ids), (n, ids))
AGATE_DO(glGenTransformFeedbacks, (GLsizei n, GLuint *ids), (n, ids))
AGATE_CALL(GLboolean, glIsTransformFeedback, (GLuint id), (id))
AGATE_DO(glPauseTransformFeedback, (void), ())
AGATE_DO(glResumeTransformFeedback, (void), ())
AGATE_DO(glGetProgramBinary, (GLuint program, GLsizei bufSize, GLsizei *length, GLenum *binaryFormat, void *binary),
    (program, bufSize, length, binaryFormat, binary))
AGATE_DO(glProgramBinary, (GLuint program, GLenum binaryFormat, const void *binary, GLsizei length),
    (program, binaryFormat, binary, length))
AGATE_DO(glProgramParameteri, (GLuint program, GLenum pname, GLint value), (program, pname, value))
AGATE_DO(glInvalidateFramebuffer, (GLenum target, GLsizei numAttachments, const GLenum *attachments),
    (target, numAttachments, attachments))
AGATE_DO(glInvalidateSubFramebuffer,
    (GLenum target, GLsizei numAttachments, const GLenum *attachments, GLint x, GLint y, GLsizei width, GLsizei height),
    (target, numAttachments, attachments, x, y, width, height))
AGATE_DO(glTexStorage2D, (GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height),
    (target, levels, internalformat, width, height))
AGATE_DO(glTexStorage3D, (GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height, GLsizei depth),
    (target, levels, internalformat, width, height, depth))
AGATE_DO(glGetInternalformativ, (GLenum target, GLenum internalformat, GLenum pname, GLsizei count, GLint *params),
    (target, internalformat, pname, count, params))

// Extensions of OpenGL ES. Check GL_EXTENSIONS.
AGATE_DO(glEGLImageTargetTexture2DOES, (GLenum target, GLeglImageOES image), (target, image))
AGATE_DO(glEGLImageTargetRenderbufferStorageOES, (GLenum target, GLeglImageOES image), (target, image))
AGATE_CALL(GLenum, glGetGraphicsResetStatusKHR, (void), ())
AGATE_CALL(GLenum, glGetGraphicsResetStatusEXT, (void), ())
AGATE_DO(glGenQueriesEXT, (GLsizei n, GLuint *ids), (n, ids))
AGATE_DO(glDeleteQueriesEXT, (GLsizei n, const GLuint *ids), (n, ids))
AGATE_CALL(GLboolean, glIsQueryEXT, (GLuint id), (id))
AGATE_DO(glBeginQueryEXT, (GLenum target, GLuint id), (target, id))
AGATE_DO(glEndQueryEXT, (GLenum target), (target))
AGATE_DO(glQueryCounterEXT, (GLuint id, GLenum target), (id, target))
AGATE_DO(glGetQueryivEXT, (GLenum target, GLenum pname, GLint *params), (target, pname, params))
AGATE_DO(glGetQueryObjectivEXT, (GLuint id, GLenum pname, GLint *params), (id, pname, params))
AGATE_DO(glGetQueryObjectuivEXT, (GLuint id, GLenum pname, GLuint *params), (id, pname, params))
AGATE_DO(glGetQueryObjecti64vEXT, (GLuint id, GLenum pname, GLint64 *params), (id, pname, params))
AGATE_DO(glGetQueryObjectui64vEXT, (GLuint id, GLenum pname, GLuint64 *params), (id, pname, params))
AGATE_DO(glGetInteger64vEXT, (GLenum pname, GLint64 *data), (pname, data))
AGATE_DO(glBlendBarrierKHR, (void), ())
AGATE_DO(glFramebufferFetchBarrierEXT, (void), ())
#endif

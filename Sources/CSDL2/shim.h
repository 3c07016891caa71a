// The program keeps its own main function.
#define SDL_MAIN_HANDLED
#include <SDL.h>

// The types and constants. The functions are in CSDLLoader. The program keeps its own main function.
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>

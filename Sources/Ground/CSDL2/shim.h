// The types and constants; what is called stands in CSDLLoader. The program keeps its own main function.
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>

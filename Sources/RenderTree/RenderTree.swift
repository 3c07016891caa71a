// RenderTree

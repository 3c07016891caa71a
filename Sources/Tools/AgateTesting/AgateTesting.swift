// Tests of layers, views and animations without a display: a stage, input, a clock that the test controls, and comparison of pictures.
@_exported import Agate
@_exported import UIKit

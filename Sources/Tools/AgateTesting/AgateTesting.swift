// Tests of layers, views and animations without a display: a stage, input, a clock that the test turns, and pictures to compare with.
@_exported import Agate
@_exported import UIKit

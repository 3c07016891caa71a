import Photos
import UIKit

let library = PHPhotoLibrary.shared()

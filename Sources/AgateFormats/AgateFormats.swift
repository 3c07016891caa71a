// AgateFormats

print("agate")

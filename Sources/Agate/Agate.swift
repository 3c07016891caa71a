// Agate

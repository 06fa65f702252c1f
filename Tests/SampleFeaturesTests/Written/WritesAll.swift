import TestSupport

/// Whether all suites are written anew, not only some. It stands in a file of its own, as a written suite has the imports
/// of the file that writes it.
let writesAll = isThorough || isRecording

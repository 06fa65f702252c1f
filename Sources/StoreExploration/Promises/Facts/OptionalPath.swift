/// Returns the path of an optional for that of its value, which is a field of its own; other paths stay as they are.
func optionalPath(of path: String) -> String { path.hasSuffix("?") ? String(path.dropLast()) : path }

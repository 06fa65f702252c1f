#!/bin/sh
# Proves that the app carries nothing of its tests: neither the Testing library nor a symbol of StoreTesting.
# Arguments are passed to 'swift build', such as '-c release'.
set -eu
cd "$(dirname "$0")"

swift build --product LoginApp "$@"
app="$(swift build --product LoginApp --show-bin-path "$@")/LoginApp"

case "$(uname -s)" in
  Darwin) libraries="$(otool -L "$app")" ;;
  *) libraries="$(ldd "$app")" ;;
esac
# Into variables, because in a pipeline the failure of the tool itself would pass for a clean app.
symbols="$(nm "$app")"

failed=0
if printf '%s\n' "$libraries" | grep -E 'libTesting|Testing\.framework|lib_TestingInterop|XCTest'; then
  echo "LoginApp links the testing libraries above." >&2
  failed=1
fi
if printf '%s\n' "$symbols" | grep '12StoreTesting'; then
  echo "LoginApp contains the symbols of StoreTesting above." >&2
  failed=1
fi
# Without these the check would say nothing.
if ! printf '%s\n' "$symbols" | grep -q '9StoreCore'; then
  echo "LoginApp contains no symbols of StoreCore, so its symbols can't be judged." >&2
  failed=1
fi
[ "$failed" -eq 0 ] && echo "LoginApp carries nothing of its tests."
exit "$failed"

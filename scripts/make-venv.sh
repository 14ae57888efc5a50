#!/bin/sh
# Makes a virtual environment with the first Python that is new enough.
set -eu
venv=$1

for python in python3 python3.13 python3.12 python3.11 python3.14; do
    if command -v "$python" >/dev/null 2>&1 &&
        "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        found=$python
        break
    fi
done
if [ -z "${found:-}" ]; then
    echo "Wasl needs Python 3.11 or newer, and found none on the PATH." >&2
    exit 1
fi

if "$found" -m venv "$venv" 2>/dev/null; then
    exit 0
fi
rm -rf "$venv"

# Debian and Ubuntu ship venv in a package of its own.
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    version=$("$found" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    apt-get update -qq
    apt-get install -y -qq "python$version-venv"
    exec "$found" -m venv "$venv"
fi
echo "$found cannot make a virtual environment. On Debian and Ubuntu: apt-get install python3-venv" >&2
exit 1

#!/bin/sh
# Installs Chromium for the browser tests where there is none; quick where there is one.
set -eu
python=$1

found() {
    "$python" -m tests.support.chromium
}

install() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

if command -v chromium-headless-shell >/dev/null 2>&1 && found; then
    exit 0
fi

# Debian's own packages; the first is quicker, and a newer one. Ubuntu's is a snap, which does not
# run everywhere.
if [ "$(id -u)" = 0 ] && grep -qs '^ID=debian$' /etc/os-release; then
    apt-get update -qq || true
    install chromium-headless-shell || install chromium || true
fi

if found; then
    exit 0
fi

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    "$python" -m playwright install --with-deps chromium
else
    "$python" -m playwright install chromium
fi
if ! found; then
    echo "No Chromium for the browser tests: install one so that it is on the PATH." >&2
    exit 1
fi

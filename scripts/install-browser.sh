#!/bin/sh
# Installs Chromium for the browser tests where there is none; quick where there is one.
set -eu
python=$1

found() {
    "$python" -m tests.support.chromium
}

if found; then
    exit 0
fi

# Debian's own package. Ubuntu's is a snap, which does not run everywhere.
if [ "$(id -u)" = 0 ] && grep -qs '^ID=debian$' /etc/os-release; then
    export DEBIAN_FRONTEND=noninteractive
    if apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium && found; then
        exit 0
    fi
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

#!/bin/sh
# Installs Node.js and PHP, which run the examples of the guide, where root can do so on Debian.
# Elsewhere it says what is missing; the tests report those examples as not run.
set -eu

missing() {
    command -v node >/dev/null 2>&1 || echo nodejs
    command -v php >/dev/null 2>&1 || echo php-cli
    if command -v php >/dev/null 2>&1; then
        php -m | grep -qi '^curl$' || echo php-curl
        php -m | grep -qi '^pdo_sqlite$' || echo php-sqlite3
    else
        echo php-curl php-sqlite3
    fi
}

packages=$(missing)
if [ -z "$packages" ]; then
    exit 0
fi

if [ "$(id -u)" = 0 ] && [ -e /etc/debian_version ]; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    # shellcheck disable=SC2086 - several names
    apt-get install -y -qq --no-install-recommends $packages
else
    echo "Not all examples of the guide will be run. Missing:" $packages >&2
fi

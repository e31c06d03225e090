#!/bin/sh
# Registers bproxy's native host with your browsers. Every argument is passed on to `bproxy install`;
# with --uninstall to `bproxy uninstall`.

minimum=20
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1

say() {
  printf '%s\n' "$*" >&2
}

new_enough() {
  [ -x "$1" ] && [ ! -d "$1" ] &&
    "$1" -e "process.exit(parseInt(process.versions.node, 10) >= $minimum ? 0 : 1)" </dev/null >/dev/null 2>&1
}

find_node() {
  for candidate in "$(command -v node)" /opt/homebrew/bin/node /usr/local/bin/node /usr/bin/node \
    "$HOME/.volta/bin/node"; do
    if new_enough "$candidate"; then
      printf '%s' "$candidate"
      return 0
    fi
  done
  return 1
}

find_cli() {
  for candidate in "$here/../cli/dist/bproxy.cjs" "$here/bproxy.cjs"; do
    if [ -f "$candidate" ]; then
      printf '%s' "$candidate"
      return 0
    fi
  done
  return 1
}

if ! node=$(find_node); then
  say "bproxy needs Node $minimum or later and found none. Install it from https://nodejs.org and run this again."
  exit 1
fi
if ! cli=$(find_cli); then
  say "bproxy is not built yet: there is no $here/../cli/dist/bproxy.cjs."
  say 'Run "npm start" or "pnpm build" in the repository, then run this again.'
  exit 1
fi

command=install
for argument do
  shift
  if [ "$argument" = --uninstall ]; then
    command=uninstall
  else
    set -- "$@" "$argument"
  fi
done
exec "$node" "$cli" "$command" "$@"

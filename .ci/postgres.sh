# A PostgreSQL for the tests: start_postgres sets postgres_url, stop_postgres ends what was started here.
postgres_folder=
postgres_url=
as_postgres=()

start_postgres() {
  local url
  for url in "${DATABASE_URL:-}" postgres://postgres@127.0.0.1:5432/postgres postgres://postgres:postgres@127.0.0.1:5432/postgres; do
    if [ -n "$url" ] && node .ci/ask-postgres.mjs "$url"; then
      postgres_url=$url
      return 0
    fi
  done
  [ -n "$(postgres_programs)" ] || install_postgres || return 1
  start_own_postgres
}

stop_postgres() {
  [ -n "$postgres_folder" ] || return 0
  (cd / && "${as_postgres[@]}" "$(postgres_programs)/pg_ctl" -D "$postgres_folder/data" -m immediate -w stop >/dev/null)
  rm -rf "$postgres_folder"
  postgres_folder=
}

postgres_programs() {
  ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | while read -r one; do [ -x "$one/initdb" ] && echo "$one"; done | tail -n 1
}

install_postgres() {
  # The package would otherwise make and start a cluster of its own, which nobody here would end.
  apt_install postgresql-common || return 1
  as_root sed -i 's/^#\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
  apt_install postgresql
}

# The server refuses to run as root.
start_own_postgres() {
  local programs port
  programs=$(postgres_programs)
  [ -n "$programs" ] || return 1
  postgres_folder=$(mktemp -d)
  if [ "$(id -u)" = 0 ]; then
    as_postgres=(runuser -u postgres --)
    chown postgres "$postgres_folder"
  fi
  port=$(node -e "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close() })")
  (
    cd / &&
      "${as_postgres[@]}" "$programs/initdb" -D "$postgres_folder/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null &&
      "${as_postgres[@]}" "$programs/pg_ctl" -D "$postgres_folder/data" -l "$postgres_folder/log" -w -t 60 start \
        -o "-p $port -k $postgres_folder -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200" >/dev/null
  ) || return 1
  postgres_url=postgres://postgres@127.0.0.1:$port/postgres
  node .ci/ask-postgres.mjs "$postgres_url"
}

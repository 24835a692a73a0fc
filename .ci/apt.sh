# apt_install <package...>, as root or by sudo; as_root <command...>.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# Waits while somebody else installs, and ends first what somebody's interrupted installation left: apt refuses all until then.
apt_install() {
  as_root apt-get update -q
  apt_install_once "$@" || { unattended dpkg --force-confdef --force-confold --configure -a && apt_install_once "$@"; }
}

apt_install_once() {
  unattended apt-get install -qy --no-install-recommends -o DPkg::Lock::Timeout=300 "$@"
}

unattended() {
  as_root env DEBIAN_FRONTEND=noninteractive "$@"
}

/**
 * Switches of a browser that opens no connection by itself: all it asks for goes to the proxy at this port, and what does not use a
 * proxy (WebRTC, preconnect, names) reaches nothing.
 */
export function sealedAt(port: number): string[] {
  return [
    `--proxy-server=http://127.0.0.1:${port}`,
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-extensions',
    '--no-first-run',
    // As root, Chromium has no sandbox; a server should not run as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
}

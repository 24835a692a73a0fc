// The session of a page of an organization is asked for while the application is on its way (web.md#asked-before-it-is-there), and
// its frame is seen (web.md#a-frame-before-the-scripts).
{
  const [, slug] = /^\/o\/([^/]+)/.exec(location.pathname) ?? []
  if (slug !== undefined) {
    document.documentElement.dataset.frame = 'organization'
    const headers = { accept: 'application/json', 'x-organization-id': slug }
    window.earlySession = fetch('/app/session', { headers, cache: 'no-store' })
    // Who takes it hears of a failure.
    window.earlySession.catch(() => undefined)
  }
}

// Blocking on purpose: the theme is known before the first paint, so that nothing flashes.
{
  const system = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    let chosen = null
    try {
      chosen = localStorage.getItem('theme')
    } catch {
      // Storage can be blocked: the system's theme counts then.
    }
    document.documentElement.dataset.theme = chosen ?? (system.matches ? 'dark' : 'light')
  }
  apply()
  system.addEventListener('change', apply)
  addEventListener('storage', apply)
}

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

/** Reloads once when a chunk of an older build is gone; not again within a minute, so that it cannot loop. */
export function reloadAfterDeploy(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(mark) ?? 0)
    if (Date.now() - last < 60_000) return
    event.preventDefault()
    sessionStorage.setItem(mark, String(Date.now()))
    location.reload()
  })
}

const mark = 'reloaded-at'

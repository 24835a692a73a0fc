/**
 * Tells search engines that addresses changed (IndexNow). `https://<host>/<key>.txt` must answer with the key.
 *
 * @param {{ urls: string[], key: string, endpoint?: string }} change
 */
export async function tellSearchEngines({ urls, key, endpoint = 'https://api.indexnow.org/indexnow' }) {
  const [first] = urls
  if (first === undefined) return
  const { host } = new URL(first)
  const urlList = urls.filter((url) => new URL(url).host === host)
  await fetch(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ host, key, urlList }),
    signal: AbortSignal.timeout(10_000),
  })
}

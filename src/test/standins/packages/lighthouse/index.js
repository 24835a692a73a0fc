// Stands for Lighthouse in browser tests: it opens the page as that does, and "measures" what the page says of itself in
// <meta name="speed" content="score lcp tbt cls">. The real one is not installed for tests: REAL_LAB_FOLDER names it for open-lab.test.ts.
export const desktopConfig = { isDesktop: true }

export default async function lighthouse(url, _flags, config, page) {
  const response = await page.goto(url, { waitUntil: 'load' })
  if (response.status() >= 400)
    return { lhr: { runtimeError: { code: 'ERRORED_DOCUMENT_REQUEST' }, categories: {}, audits: {} } }
  const said = await page.evaluate('document.querySelector("meta[name=speed]").content')
  const factor = config?.isDesktop === true ? 0.5 : 1
  const [score, lcp, tbt, cls] = said.split(' ').map(Number)
  const value = (numericValue) => ({ numericValue })
  return {
    lhr: {
      categories: { performance: { score: Math.min(1, score / factor / 100) } },
      audits: {
        'largest-contentful-paint': value(lcp * factor),
        'first-contentful-paint': value(lcp * factor * 0.6),
        'total-blocking-time': value(tbt * factor),
        'speed-index': value(lcp * factor * 0.8),
        'cumulative-layout-shift': value(cls),
        metrics: { details: { items: [{ timeToFirstByte: 140 }] } },
      },
    },
  }
}

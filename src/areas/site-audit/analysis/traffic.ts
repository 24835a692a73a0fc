import { connectedProperty, sumsByPage } from '#areas/search-console/index.ts'
import type { OpenRun } from '#areas/site-audit/runs/open-run.ts'
import type { Reader } from '#kernel/database.ts'
import { urlKey } from '#std/url-key.ts'

const days = 28

/** Clicks and impressions of own pages by key, and the most clicks of any. */
export type Traffic = { byUrl: ReadonlyMap<string, { clicks: number; impressions: number }>; mostClicks: number }

/** What Search Console has stored of the last 28 days; nothing where it is not connected. */
export async function readTraffic(db: Reader, { isOwn }: Pick<OpenRun, 'isOwn'>): Promise<Traffic> {
  const property = await connectedProperty(db)
  const sums = property === undefined ? [] : await sumsByPage(db, { property, days })
  const byUrl = new Map<string, { clicks: number; impressions: number }>()
  for (const [address, { clicks, impressions }] of sums) {
    const key = urlKey(address)
    // Pages without impressions were shown in the days before only.
    if (key === undefined || impressions === 0 || !isOwn(key)) continue
    const known = byUrl.get(key) ?? { clicks: 0, impressions: 0 }
    byUrl.set(key, { clicks: known.clicks + clicks, impressions: known.impressions + impressions })
  }
  const mostClicks = [...byUrl.values()].reduce((most, { clicks }) => Math.max(most, clicks), 0)
  return { byUrl, mostClicks }
}

import { linkedBodies, linkedKeys } from '#areas/seo/index.ts'
import { linksToReplace } from '#areas/site-audit/issues/fixes.ts'
import type { Finding } from '#areas/site-audit/rules/rule-table.ts'
import { breather } from '#kernel/breathe.ts'
import type { JobCtx } from '#kernel/job.ts'

import type { SiteNode } from './site-nodes.ts'

const slice = 100

/**
 * Which of the addresses that findings ask to be replaced the text of the page's item has, by item. The others are in the template of the
 * website, where no call reaches them (site-audit.md#fixes-change-the-item).
 */
export async function readItemLinks(
  { access, baseUrl, read, signal }: Pick<JobCtx, 'access' | 'baseUrl' | 'read' | 'signal'>,
  found: ReadonlyMap<SiteNode, readonly Finding[]>,
): Promise<Map<string, Set<string>>> {
  const wanted = new Map<string, Set<string>>()
  for (const [{ itemId }, findings] of found) {
    const urls = itemId === null ? [] : findings.flatMap(linksToReplace)
    if (itemId === null || urls.length === 0) continue
    wanted.set(itemId, new Set([...(wanted.get(itemId) ?? []), ...urls]))
  }
  const ids = [...wanted.keys()]
  const breathe = breather(signal)
  const has = new Map<string, Set<string>>()
  for (let at = 0; at < ids.length; at += slice) {
    const place = { baseUrl, organizationId: access.organization.id }
    const bodies = await read((db) => linkedBodies(db, ids.slice(at, at + slice), place))
    for (const [itemId, body] of bodies) {
      const keys = linkedKeys(body)
      has.set(itemId, new Set([...(wanted.get(itemId) ?? [])].filter((url) => keys.has(url))))
      const pause = breathe()
      if (pause !== undefined) await pause
    }
  }
  return has
}

import type { Parts } from '#std/parts.ts'

import { isRedirect, type SiteNodes } from './site-nodes.ts'

/** Links that are looked at between two turns of others. */
const partLinks = 50_000

/** Writes into each node how many links lead to it from the start at least; a redirect adds none. In parts. */
export function* measuringDepths({ list, byUrl }: SiteNodes, startUrl: string): Parts<void> {
  const start = byUrl.get(startUrl)
  if (start === undefined) return
  start.depth = 0
  let seen = 0
  for (let level = [start]; level.length > 0;) {
    // Redirects first: they lead to pages of the same level, which links of it might reach one later.
    for (const node of level) {
      const location = isRedirect(node) && node.location !== null ? byUrl.get(node.location) : undefined
      if (location === undefined || location.depth !== null) continue
      location.depth = node.depth
      level.push(location)
    }
    const next: typeof level = []
    for (const { targets, depth } of level) {
      seen += targets.length
      if (seen >= partLinks) {
        seen = 0
        yield
      }
      for (const at of targets) {
        const target = list[at]
        if (target === undefined || target.depth !== null) continue
        target.depth = (depth ?? 0) + 1
        next.push(target)
      }
    }
    level = next
  }
}

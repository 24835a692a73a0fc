import { isRedirect, type SiteNodes } from './site-nodes.ts'

/** Writes into each node how many links lead to it from the start at least; a redirect adds none. */
export function measureDepths({ list, byUrl }: SiteNodes, startUrl: string): void {
  const start = byUrl.get(startUrl)
  if (start === undefined) return
  start.depth = 0
  for (let level = [start]; level.length > 0;) {
    // Redirects first: they lead to pages of the same level, which links of it might reach one later.
    for (const node of level) {
      const location = isRedirect(node) && node.location !== null ? byUrl.get(node.location) : undefined
      if (location === undefined || location.depth !== null) continue
      location.depth = node.depth
      level.push(location)
    }
    const next: typeof level = []
    for (const { targets, depth } of level)
      for (const at of targets) {
        const target = list[at]
        if (target === undefined || target.depth !== null) continue
        target.depth = (depth ?? 0) + 1
        next.push(target)
      }
    level = next
  }
}

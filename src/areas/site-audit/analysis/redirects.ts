import type { Hop } from '#areas/site-audit/json-columns.ts'
import { mostHops } from '#areas/site-audit/visits/frontier.ts'

import { isBroken, isDeadEnd, isRedirect, type SiteNode, type SiteNodes } from './site-nodes.ts'

/** Where an address leads: `works` undefined where nobody knows. */
export type Way = {
  /** Each hop, then the final answer; empty without a redirect. */
  chain: Hop[]
  /** How many redirects. */
  hops: number
  isLoop: boolean
  finalUrl: string
  status: number | null
  works: boolean | undefined
}

type External = { status: number | null; error: string | null }

/** Follows redirects through what the run knows. */
export function wayOf(start: SiteNode, { byUrl }: SiteNodes, externals: ReadonlyMap<string, External>): Way {
  const chain: Hop[] = []
  const seen = new Set<string>()
  let node = start
  for (;;) {
    if (!isRedirect(node) || node.location === null) {
      if (chain.length > 0 || isDeadEnd(node)) chain.push({ url: node.url, status: node.status })
      const works =
        isBroken(node) || isDeadEnd(node) ? false : node.isBlocked || node.status === null ? undefined : true
      return { chain, hops: seen.size, isLoop: false, finalUrl: node.url, status: node.status, works }
    }
    chain.push({ url: node.url, status: node.status })
    seen.add(node.url)
    const { location } = node
    const looped = seen.has(location)
    if (looped || seen.size > mostHops)
      return { chain, hops: seen.size, isLoop: true, finalUrl: location, status: null, works: false }
    const next = byUrl.get(location)
    if (next === undefined) return leaving(chain, { location, hops: seen.size, external: externals.get(location) })
    node = next
  }
}

/** The addresses that links lead to over redirects. */
export function reachedByRedirect({ list }: SiteNodes, way: (node: SiteNode) => Way): ReadonlySet<string> {
  const linked = list.filter((node) => node.inlinks > 0 && isRedirect(node))
  return new Set(
    linked.flatMap((node) =>
      way(node)
        .chain.slice(1)
        .map(({ url }) => url),
    ),
  )
}

type Leaving = { location: string; hops: number; external: External | undefined }

/** The way leads to another website, or to where the run did not go. */
function leaving(chain: Hop[], { location, hops, external }: Leaving): Way {
  const status = external?.status ?? null
  const isKnown = external !== undefined && (external.status !== null || external.error !== null)
  const works = isKnown ? !isFaulty(external) : undefined
  return { chain: [...chain, { url: location, status }], hops, isLoop: false, finalUrl: location, status, works }
}

/** Whether an answer of another website is a fault: some answer visitors and refuse robots. */
export function isFaulty({ status, error }: External): boolean {
  if (error !== null) return true
  return status === 404 || status === 410 || (status !== null && status >= 500 && status !== 999)
}

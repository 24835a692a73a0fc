/** What a server has counted since its start (decisions/operating.md#counters-are-for-the-parent). */
export type Counts = { readonly [name in Counted]?: number }

type Counted = 'statements' | 'messages' | 'cpuMicroseconds' | 'contentHits' | 'contentNotModified' | 'contentMisses'

/** How many requests of `/v1` the cache of final bytes answered, 304 included, and how many not; undefined where nobody counts. */
export function cacheCounts(counts: Counts): { hits: number; misses: number } | undefined {
  const { contentHits, contentNotModified, contentMisses } = counts
  if (contentHits === undefined || contentNotModified === undefined || contentMisses === undefined) return undefined
  return { hits: contentHits + contentNotModified, misses: contentMisses }
}

/** What happened between two readings; only what both have. */
export function between(before: Counts, after: Counts): Counts {
  const pairs = (Object.entries(after) as [Counted, number][]).flatMap(([name, value]) => {
    const earlier = before[name]
    return earlier === undefined ? [] : [[name, value - earlier]]
  })
  return Object.fromEntries(pairs) as Counts
}

import type { RunPlan } from '#areas/site-audit/json-columns.ts'
import { matchesWildcard, pathAndQuery } from '#std/url-key.ts'

/** Whether the patterns of the settings take an address in. Where a run begins is never left out. */
export function isInPlan(
  { startUrl, include, exclude }: Pick<RunPlan, 'startUrl' | 'include' | 'exclude'>,
  url: string,
) {
  if (url === startUrl) return true
  const path = pathAndQuery(url)
  if (exclude.some((pattern) => matchesWildcard(pattern, path))) return false
  return include.length === 0 || include.some((pattern) => matchesWildcard(pattern, path))
}

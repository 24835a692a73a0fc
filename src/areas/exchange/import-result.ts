import type { ImportSummary } from '#areas/exchange/importers/import-summary.ts'
import { visibleText } from '#std/visible-text.ts'

const maxSkipped = 200
const maxSource = 200
const maxReason = 300

/** What an import returns. `updated` are those of `matched` that followed their source. */
export type ImportResult = {
  created: number
  matched: number
  updated: number
  skipped: { source: string; reason: string }[]
  skippedTotal: number
}

/** The result of a run. `before`: how many of those it found it had created itself, before it was interrupted. */
export function importResult({ items, unwritten }: ImportSummary, before: number): ImportResult {
  const groups = [...unwritten.values()].filter(({ what }) => !isTerm(what))
  const skipped = groups.flatMap(({ labels, reason }) =>
    labels.map((source) => ({ source: shown(source, maxSource), reason: shown(reason, maxReason) })),
  )
  const found = items.unchanged + items.updated
  return {
    created: items.created + Math.min(before, found),
    matched: Math.max(0, found - before),
    updated: items.updated,
    skipped: skipped.slice(0, maxSkipped),
    skippedTotal: groups.reduce((sum, { count }) => sum + count, 0),
  }
}

function isTerm(what: string): boolean {
  return what === 'category' || what === 'tag'
}

function shown(text: string, max: number): string {
  const visible = visibleText(text)
  return visible.length <= max ? visible : `${visible.slice(0, max - 1).toWellFormed()}…`
}

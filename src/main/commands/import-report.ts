import type { ImportSummary } from '#areas/exchange/index.ts'

const shownMessages = 5
const shownLabels = 20

/** The outcome of an import, in lines: counts, notes in groups, and every entry that was not written with its reason. */
export function importReport(summary: ImportSummary, { verbose = false } = {}): string[] {
  return [
    summary.dryRun ? 'Dry run: nothing was written.' : 'Import finished.',
    '',
    ...countLines(summary),
    ...summary.templates.map(
      ({ collectionId, urlTemplate, keeps, of }) =>
        `Addresses  ${keeps} of ${of} stay as they were with updateCollection {"collectionId": "${collectionId}", "urlTemplate": "${urlTemplate}"}`,
    ),
    ...noteLines(summary, verbose),
    ...unwrittenLines(summary, verbose),
  ]
}

function countLines({ items, terms, authors, media, redirects, elsewhere }: ImportSummary): string[] {
  const all = Object.values(items).reduce((sum, n) => sum + n, 0)
  return [
    `Items      ${all}: ${counts(items)}`,
    `Terms      ${counts(terms)}`,
    `Authors    ${counts(authors)}`,
    `Media      ${counts(media)}`,
    `Redirects  ${counts(redirects)}`,
    ...(elsewhere === 0 ? [] : [`${elsewhere} pictures are on other servers: --media brings them here`]),
  ]
}

const words: Record<string, string> = { left: 'left as edited here', trashed: 'in the trash', matched: 'matched' }

function counts(numbers: Record<string, number>): string {
  const parts = Object.entries(numbers).flatMap(([name, n]) => (n === 0 ? [] : [`${n} ${words[name] ?? name}`]))
  return parts.length === 0 ? 'none' : parts.join(', ')
}

function noteLines({ notes }: ImportSummary, verbose: boolean): string[] {
  if (notes.size === 0) return []
  const lines = ['', 'Notes']
  for (const { code, count, messages } of notes.values()) {
    lines.push(`  ${code.replaceAll('_', ' ')}: ${count}`)
    const shown = [...messages].slice(0, verbose ? messages.size : shownMessages)
    for (const [message, { count: times, labels }] of shown)
      lines.push(`    ${labels[0] ?? ''}: ${message}${times > 1 ? ` (${times} times)` : ''}`)
    const more = messages.size - shown.length
    if (more > 0) lines.push(`    and ${more} more: --verbose shows them`)
  }
  return lines
}

function unwrittenLines({ unwritten }: ImportSummary, verbose: boolean): string[] {
  if (unwritten.size === 0) return []
  const lines = ['', 'Not written']
  for (const { outcome, what, reason, count, labels } of unwritten.values()) {
    lines.push(`  ${count} ${what} ${words[outcome] ?? outcome}: ${reason}`)
    const shown = labels.slice(0, verbose ? labels.length : shownLabels)
    if (labels.length > 1 || labels[0] !== 'the whole file') lines.push(...shown.map((label) => `    ${label}`))
    if (labels.length > shown.length) lines.push(`    and ${labels.length - shown.length} more: --verbose shows them`)
  }
  return lines
}

import type { Begin } from '#kernel/span.ts'

/**
 * What a trace shows of a statement: what it does to which tables, never its text, since settings and literals are part of it
 * (operating.md#traces-are-ours).
 */
export const aboutStatement = (text: string) => (): Begin => {
  const summary = summaryOf(text)
  return { name: summary, kind: 'client', attributes: { 'db.system.name': 'postgresql', 'db.query.summary': summary } }
}

const mostTables = 5

function summaryOf(text: string): string {
  const verb = /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? ''
  const named = text.matchAll(/\b(?:from|join|into|update)\s+(?:only\s+)?("?(?:app|auth|masthead)"?\."?[a-z_]+"?)/gi)
  const tables = new Set(Array.from(named, ([, table = '']) => table.replaceAll('"', '').toLowerCase()))
  return [verb, ...[...tables].slice(0, mostTables)].join(' ')
}

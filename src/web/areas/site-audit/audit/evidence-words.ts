import type { Issue } from '#web/areas/site-audit/audit/rule-words.ts'

/** What was found on a page besides addresses, as people say it: "120 words", "The first byte came after 1,240 ms". */
export function factsIn({ evidence }: Pick<Issue, 'evidence'>): string[] {
  return Object.entries(words).flatMap(([name, say]) => {
    const value = evidence[name]
    return value === undefined || value === null ? [] : (say(value, evidence) ?? [])
  })
}

type Say = (value: unknown, evidence: Issue['evidence']) => string | null

const number = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en') : null)
const counted = (value: unknown, one: string, many: string) =>
  typeof value === 'number' ? `${value.toLocaleString('en')} ${value === 1 ? one : many}` : null
const after = (before: string, value: string | null, unit = '') => (value === null ? null : `${before}${value}${unit}`)
const list = (value: unknown, of: (entry: unknown) => string | null = text) =>
  Array.isArray(value) ? value.flatMap((entry) => of(entry) ?? []).join(', ') || null : null
const text = (value: unknown) => (typeof value === 'string' ? value : null)
const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** By the name of the evidence. */
const words: Record<string, Say> = {
  status: (value) => after('Answers ', number(value)),
  wordCount: (value) => counted(value, 'word', 'words'),
  ttfbMs: (value) => after('The first byte came after ', number(value), ' ms'),
  px: (value) => after('', number(value), ' px wide; 600 fit'),
  length: (value) => counted(value, 'character', 'characters'),
  depth: (value) => after('', counted(value, 'click', 'clicks'), ' from the start'),
  bytes: (value) => after('', number(value), ' bytes'),
  levels: (value) => list(value),
  missing: (value) =>
    after(
      'Missing: ',
      list(value, (entry) => text(entry) ?? text(member(entry, 'lang'))),
    ),
  fields: (value) => after('Differs: ', list(value)),
  problems: (value) => list(value, (entry) => llmsWords[text(entry) ?? ''] ?? null),
  errors: (value) => list(value, errorOf),
  more: text,
  bots: (value) => list(value, (entry) => text(member(entry, 'bot'))),
  directive: text,
  notAfter: (_, { days }) => (Number(days) < 0 ? 'Has ended' : after('Ends in ', counted(days, 'day', 'days'))),
  rendered: (value, { delivered }) => `${number(delivered)} of ${number(value)} words without scripts`,
  metric: (value, { value: measured, budget, device }) =>
    `${metricWords[text(value) ?? ''] ?? 'Result'} is ${number(measured)}, the budget ${number(budget)}, ${deviceWords[text(device) ?? ''] ?? ''}`,
  reason: (value) => reasonWords[text(value) ?? ''] ?? null,
}

function errorOf(error: unknown): string | null {
  const code = text(member(error, 'code')) ?? ''
  const where = text(member(error, 'path')) || text(member(error, 'lang'))
  const said = errorWords[code]
  return said === undefined ? null : where === null || where === '' ? said : `${where}: ${said}`
}

const errorWords: Record<string, string> = {
  syntax: 'not readable',
  context: 'names no schema.org context',
  type_missing: 'has no type',
  required_missing: 'required and missing',
  invalid_url: 'no absolute address',
  invalid_date: 'no date',
  lang: 'no language',
  relative: 'a relative address',
  self: 'does not name this page',
}
const llmsWords: Record<string, string> = {
  type: 'neither plain text nor Markdown',
  heading: 'no heading first',
  links: 'no links',
  broken: 'a link that does not work',
}
const reasonWords: Record<string, string> = {
  relative: 'It is a relative address',
  fragment: 'It has a fragment',
  unparsable: 'It is no address',
  multiple: 'There are several',
  page_noindex: 'The page is hidden from search',
  target_noindex: 'The main address is hidden from search',
  target_blocked: 'robots.txt forbids the main address',
  status: 'It does not answer with a sitemap',
  robots: 'robots.txt forbids reading it',
  not_xml: 'It is no sitemap',
  too_large: 'It is too large',
  too_many: 'It names more than 50,000 pages',
  foreign_hosts: 'It names pages of other websites',
  future: 'Times lie in the future',
  no_date: 'Some are no dates',
  same: 'Many pages have the same time',
  words: 'Its words say so',
  probe: 'It says what an invented address says',
}
const metricWords: Record<string, string> = {
  score: 'The score',
  lcp: 'The largest paint, in ms,',
  cls: 'The layout shift',
  tbt: 'The blocking time, in ms,',
}
const deviceWords: Record<string, string> = { mobile: 'on a phone', desktop: 'on a computer' }

import type { Remark } from './record.ts'

// The words of YAML 1.1, which most generators still read, and numbers.
const yes = new Set(['true', 'yes', 'on', 'y', '1'])
const no = new Set(['false', 'no', 'off', 'n', '0'])

const hidden = new Set(
  'draft drafts auto-draft private pending unpublished hidden protected members paid trash review wip'.split(' '),
)
const shown = new Set('publish published public future scheduled live visible'.split(' '))

/** The fields that ask a question, and the answers that hide the text. */
const questions: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['draft', yes],
  ['private', yes],
  ['published', no],
  ['publish', no],
])
const statuses = ['status', 'post_status', 'visibility']

/** The fields of front matter that say whether the public reads a text. */
export const draftFields = [...questions.keys(), ...statuses, 'password']

/** Whether front matter says that the public does not read the text (exchange.md#unclear-means-draft). */
export function saysDraft(fields: Record<string, unknown>, remarks: Remark[]): boolean {
  const answers = [...questions].map(([name, hiding]) => {
    const word = wordOf(fields[name])
    if (word === null) return false
    if (hiding.has(word) || hidden.has(word)) return true
    if (yes.has(word) || no.has(word) || shown.has(word)) return false
    remarks.push({ code: 'status_changed', message: `${unclear(name, word)}: it became a draft` })
    return true
  })
  const stated = statuses.map((name) => {
    const word = wordOf(fields[name])
    if (word !== null && !hidden.has(word) && !shown.has(word))
      remarks.push({ code: 'value_ignored', message: `${unclear(name, word)}: nothing follows from it` })
    return word !== null && hidden.has(word)
  })
  return [...answers, ...stated, wordOf(fields['password']) !== null].includes(true)
}

/** A value as a word; null where there is none. */
function wordOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.trim().toLowerCase() || null
}

function unclear(name: string, word: string): string {
  return `"${name}" is ${JSON.stringify(word.slice(0, 80))}, which does not say whether it is public`
}

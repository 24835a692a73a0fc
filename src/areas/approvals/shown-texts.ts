import { idPrefixes } from '#kernel/ids.ts'
import { isObject } from '#std/objects.ts'

const prefixes = [...new Set(Object.values(idPrefixes))].join('|')
const anId = new RegExp(`\\b(${prefixes})_[0-9a-z]{26}\\b`, 'g')
/** In an address that was made for a new record, its id is signed. */
const signedId = new RegExp(`${anId.source}(\\.[\\w-]{43}$)?`, 'g')
const aTime = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** What Masthead finds out about a record by itself, also while nobody changes it. */
const foundOut: ReadonlySet<string> = new Set(['publishingWarnings', 'warnings'])

type ShownText = readonly [path: string, text: string]

/**
 * The texts of an effect that people read, by their JSON pointers: titles, addresses, names. Left out is what another rehearsal
 * says differently without a change that matters: times but dates of publication, counts and versions, warnings, which id a new record gets
 * (approvals.md#approvals-bind-texts).
 */
export function textsOf(shown: unknown, path = ''): readonly ShownText[] {
  if (typeof shown === 'string') return aTime.test(shown) ? [] : [[path, shown.replaceAll(signedId, '$1')]]
  if (Array.isArray(shown))
    return shown.length === 0
      ? []
      : [[path, `list of ${shown.length}`], ...shown.flatMap((entry, at) => textsOf(entry, `${path}/${at}`))]
  if (!isObject(shown)) return []
  return Object.keys(shown)
    .filter((name) => !foundOut.has(name))
    .toSorted()
    .flatMap((name) => dateOf(shown, name, path) ?? textsOf(shown[name], `${path}/${name}`))
}

/** The one time that people decide on: when a scheduled item goes public, which the calendar decides where a call names no date. */
function dateOf(shown: Record<string, unknown>, name: string, path: string): readonly ShownText[] | undefined {
  const value = shown[name]
  const isDate = name === 'publishAt' && shown['status'] === 'scheduled' && typeof value === 'string'
  return isDate ? [[`${path}/publishAt`, value]] : undefined
}

/**
 * Where a call did not do what was shown: the pointer of the first text that is another one, undefined if there is none. What
 * only the real call can say, such as the answer of a service, was not shown; a part that only a rehearsal has is null here.
 */
export function otherText(shown: Record<string, unknown>, done: Record<string, unknown>): string | undefined {
  const comparable = Object.fromEntries(Object.entries(shown).filter(([name]) => done[name] !== null))
  const texts = new Map(textsOf(done))
  return textsOf(comparable).find(([path, text]) => texts.get(path) !== text)?.[0]
}

/** Every id in a value, distinct. */
export function idsIn(value: unknown): string[] {
  return [...new Set(JSON.stringify(value).match(anId))]
}

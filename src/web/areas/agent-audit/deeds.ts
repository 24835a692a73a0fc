import { inThePast } from '#std/past-tense.ts'
import type { AuditRecord } from '#web/operations.ts'
import { fieldInText } from '#web/parts/field-words.ts'

/**
 * Kinds of change whose words are other than those of the log, by how the log names them: done, and as what is still to be done.
 * The title follows.
 */
export const kinds: Readonly<Record<string, readonly [string, string]>> = {
  'create an item': ['wrote', 'write'],
  'delete an item': ['moved to the trash', 'move to the trash'],
  'restore an item': ['took out of the trash', 'take out of the trash'],
  'unschedule an item': ['took the date from', 'take the date from'],
  'submit a draft': ['handed in', 'hand in'],
  'restore a revision': ['restored an older text of', 'restore an older text of'],
  'ask for a review': ['asked for a review of', 'ask for a review of'],
  'ask for an edit': ['asked for an edit of', 'ask for an edit of'],
  'answer an edit request': ['answered an edit request at', 'answer an edit request at'],
  'change an edit request': ['changed an edit request at', 'change an edit request at'],
  'decide a review': ['reviewed', 'review'],
  'consolidate duplicate items': ['merged articles into', 'merge articles into'],
  'generate metadata': ['wrote descriptions for', 'write descriptions for'],
  'create a topic': ['proposed', 'propose'],
  'add to the Context Library': ['added to the library', 'add to the library'],
  'change an entry of the Context Library': ['changed in the library', 'change in the library'],
  'delete an entry of the Context Library': ['deleted from the library', 'delete from the library'],
  'describe a media file': ['described the picture', 'describe the picture'],
  'delete a media file': ['deleted the picture', 'delete the picture'],
  'use another image instead': ['put another picture in place of', 'put another picture in place of'],
  'narrow or widen what an OAuth client may do': ['changed the access of', 'change the access of'],
  'switch an API key off or on': ['switched off or on the key', 'switch off or on the key'],
  'redirect a path': ['redirected', 'redirect'],
}

const pasts = new Map(Object.entries(kinds).map(([kind, [done]]) => [lowerFirst(inThePast(kind)), done]))

/** How a sentence of the log begins when nothing was simply done, and what that says about a person. */
const beginnings = [
  ["Waits for a person's approval to ", 'asks to '],
  ['Repeated the call to ', 'repeated the call to '],
  ['Could not ', 'could not '],
  ['Rehearsed, without effect, how to ', 'rehearsed how to '],
  ['Started to ', 'started to '],
] as const

type Told = Pick<AuditRecord, 'sentence' | 'object'>

/** A record that a sentence can name. */
export type Named = { id: string; type: string; title: string }

/** What a record is about, if its title says something: what is about no record is about the reader's own organization. */
export function namedIn({ object }: Pick<AuditRecord, 'object'>): Named | undefined {
  if (object?.title === undefined || object.type === 'organization') return undefined
  return { id: object.id, type: object.type, title: object.title }
}

/** The words between who did it and what it was done to: "asks to publish", "wrote", "changed the topic". */
export function deedOf({ sentence, object }: Told): string {
  const hasTitle = namedIn({ object }) !== undefined
  const [prefix, told] = beginnings.find(([start]) => sentence.startsWith(start)) ?? ['', '']
  const kind = lowerFirst(kindIn(sentence.slice(prefix.length)))
  const words = hasTitle ? (prefix === '' ? pasts.get(kind) : kinds[kind]?.[1]) : undefined
  return told + (words ?? (hasTitle ? beforeTitle(kind) : kind.replace(/\bitem(?=s?\b)/, 'article')))
}

export type Telling = { deed: string; end?: string }

/** A sentence about one who did it: what comes before the title ("changed the excerpt of") and behind it ("and published it"). */
export function tell(record: Told): Telling {
  const deed = deedOf(record)
  if (namedIn(record) === undefined) return { deed }
  const fields = fieldsIn(record)
  const isPublished = /\(status published[^()]*\)$/.test(record.sentence) && /^(?:wrote|changed)$/.test(deed)
  const told = fields !== undefined && /changed?$/.test(deed) ? `${deed} the ${fields} of` : deed
  return isPublished ? { deed: told, end: 'and published it' } : { deed: told }
}

/** The fields that a change named, as people read them: "excerpt and SEO title"; undefined if it named none. */
export function fieldsIn({ sentence }: Told): string | undefined {
  const names = /[(; ]changed ([\w, ]+)\)[^()]*$/.exec(sentence)?.[1]
  if (names === undefined) return undefined
  return list.format(names.split(', ').map(fieldInText))
}

const list = new Intl.ListFormat('en-GB')

/** What was done, without the title and what was chosen: the title of a record can hold everything. */
function kindIn(sentence: string): string {
  const [head = sentence] = sentence.split(': “')
  return head.replace(/(?:; it had no second effect|, \d+ (?:times|of them)| \([^()]*\))+$/, '')
}

/** "published an item" of one with a title is "published", and "created a collection" is "created the collection". */
function beforeTitle(kind: string): string {
  if (kind.endsWith(' an item')) return kind.slice(0, -' an item'.length)
  return kind.replace(/ an? (?=(?:API key|OAuth client|[^ ]+(?: or [^ ]+)?)$)/, ' the ')
}

function lowerFirst(text: string): string {
  return /^.[A-Z]/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
}

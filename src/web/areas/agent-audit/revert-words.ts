import type { OutputOf } from '#web/operations.ts'
import { fieldInText, fieldWords } from '#web/parts/field-words.ts'

type Planned = OutputOf<'revertChanges'>['records'][number]
type Skipped = OutputOf<'revertChanges'>['skipped'][number]

const actions: Record<Exclude<Planned['action'], 'restore' | 'unmerge'>, string> = {
  trash: 'into the trash, it was new',
  untrash: 'out of the trash',
  remove: 'is removed, it was new',
  recreate: 'is made again',
  unpublish: 'is no longer public',
  unschedule: 'loses its date',
  republish: 'is public again',
}

/** What becomes of a record, behind its title. */
export function actionWords({ type, action, fields }: Pick<Planned, 'type' | 'action' | 'fields'>): string {
  if (action !== 'restore' && action !== 'unmerge') return actions[action]
  if (type === 'redirect') return fields.length === 0 ? actions.remove : 'leads where it did before'
  if (fields.includes('consolidatedIntoId')) return 'is an article of its own again'
  return `${new Intl.ListFormat('en-GB').format(fields.map(fieldInText))} as before`
}

/** What becomes of all that a merge changed, which is taken back together. */
export function mergeWords(records: readonly Pick<Planned, 'type' | 'fields'>[]): string {
  const items = records.filter(({ type }) => type === 'item')
  const apart = items.filter(({ fields }) => fields.includes('consolidatedIntoId')).length
  const parts = [
    counted(apart, 'article is on its own again', 'articles are on their own again'),
    counted(items.length - apart, 'other article says what it said before', 'other articles say what they said before'),
    counted(records.length - items.length, 'redirect is as it was', 'redirects are as they were'),
  ]
  return `A merge is taken back as a whole: ${new Intl.ListFormat('en-GB').format(parts.flat())}.`
}

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

/** Why a record stays as it is. */
export const skipWords: Record<Skipped['code'], string> = {
  changed_since: 'Somebody changed it since',
  too_old: 'Too long ago',
  gone: 'It no longer exists',
  in_use: 'It is used elsewhere by now',
  slug_taken: 'Its slug belongs to another one by now',
  insufficient_scope: 'You may not change it',
  not_revertible: 'This cannot be taken back',
}

/** The values that change, as texts: what is there now, and what was there before. */
export function fieldsOf({ fields, from, to }: Planned): { field: string; now: string; before: string }[] {
  return fields.map((field) => ({ field: fieldWords(field), now: textOf(from[field]), before: textOf(to[field]) }))
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

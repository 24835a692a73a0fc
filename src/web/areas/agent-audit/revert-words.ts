import type { OutputOf } from '#web/operations.ts'
import { fieldInText, fieldWords } from '#web/parts/field-words.ts'

type Planned = OutputOf<'revertChanges'>['records'][number]
type Skipped = OutputOf<'revertChanges'>['skipped'][number]

const actions: Record<Exclude<Planned['action'], 'restore'>, string> = {
  trash: 'into the trash, it was new',
  untrash: 'out of the trash',
  remove: 'is removed, it was new',
  recreate: 'is made again',
  unpublish: 'is no longer public',
  unschedule: 'loses its date',
  republish: 'is public again',
  unmerge: 'is an article of its own again',
}

/** What becomes of a record, behind its title. */
export function actionWords(action: Planned['action'], fields: readonly string[]): string {
  if (action !== 'restore') return actions[action]
  const names = fields.map(fieldInText)
  return `${new Intl.ListFormat('en-GB').format(names)} as before`
}

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

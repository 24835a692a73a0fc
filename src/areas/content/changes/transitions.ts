import { type ItemRow, leadsTo, notAllowed, type Status } from '#areas/items/index.ts'
import { Refusal } from '#kernel/errors.ts'

export type StatusOf = { status: Status; publishAt: Date | null }

/**
 * The columns of a status and its date. Changing them also forgets what kept a scheduled item from being published, and
 * remembers when it was first (content.md#first-date-stays): every write of a status goes through here.
 */
export function stateColumns({ status, publishAt }: StatusOf, firstPublishedAt: Date | null) {
  const first = firstPublishedAt ?? (status === 'published' ? publishAt : null)
  const noError = { publish_retry_at: null, publish_attempts: 0, publish_error: null }
  return { status, publish_at: publishAt, first_published_at: first, ...noError }
}

/** Whether an input with this status makes an item public, now or later. */
export function makesPublic(status: Status | undefined): boolean {
  return status === 'published' || status === 'scheduled'
}

/** The status as every interface shows it: a draft with a date is the legacy form of a scheduled item (content.md#separate-axes-of-state). */
function effectiveStatus({ status, publish_at: date }: Pick<ItemRow, 'status' | 'publish_at'>): Status {
  return status === 'draft' && date !== null ? 'scheduled' : status
}

/**
 * The next status and date of an item (content.md#steps-of-a-status). Refuses with `invalid_transition` where the table has no
 * step, and with `validation_failed` a date that does not fit the status.
 */
export function transition(
  from: Pick<ItemRow, 'status' | 'publish_at' | 'first_published_at'>,
  to: Status,
  publishAt: Date | undefined,
  now: Date,
): StatusOf {
  const present = effectiveStatus(from)
  if (to === 'draft') {
    if (publishAt !== undefined) throw wrongDate('A draft has no publishAt. Leave it out.')
    return { status: 'draft', publishAt: null }
  }
  if (to === 'scheduled') {
    if (!leadsTo(present, to)) throw notAllowed(present, to)
    return {
      status: 'scheduled',
      publishAt: futureDate(publishAt ?? (present === 'scheduled' ? from.publish_at : null), now),
    }
  }
  if (publishAt !== undefined && publishAt > now) throw wrongDate('publishAt is in the future: use status “scheduled”.')
  const standing = present === 'published' ? from.publish_at : from.first_published_at
  return { status: 'published', publishAt: publishAt ?? standing ?? now }
}

function futureDate(date: Date | null, now: Date): Date {
  if (date === null) throw wrongDate('A scheduled item needs publishAt.')
  if (date <= now) throw wrongDate('publishAt of a scheduled item must be in the future.')
  if (date > yearsLater(now, 2)) throw wrongDate('publishAt must be within two years.')
  return date
}

function yearsLater(date: Date, years: number): Date {
  const later = new Date(date)
  later.setUTCFullYear(date.getUTCFullYear() + years)
  return later
}

const wrongDate = (message: string) =>
  new Refusal('validation_failed', message, [{ path: '/input/publishAt', message, code: 'invalid_value' }])

/** `publishAt` is accepted only together with a status (content.md#steps-of-a-status). */
export function requireDateWithStatus(status: Status | undefined, publishAt: string | undefined): void {
  if (publishAt !== undefined && status === undefined)
    throw wrongDate('publishAt is accepted only together with status “scheduled” or “published”.')
}

import { useQuery } from '@tanstack/react-query'

import { knownZone, momentIn } from '#std/zoned-time.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import { OperationError } from '#web/operation-error.ts'
import type { InputOf } from '#web/operations.ts'
import { yearOf } from '#web/parts/time.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'

/** What is published: only as it is in this version, where one is named. */
type Publishable = { id: string; version?: number }
/** Now, in the next free slot of the calendar, or at a time of one's choice. */
export type Moment = 'now' | 'slot' | 'time'
type Wanted = { moment: Moment; time: string; note: string }

/** What publishing would do: where the article would be, when, and whom it tells. */
export type Effects = { url: string; at: string | null; told: number }

export type Publishing = ReturnType<typeof usePublishing>

/** Publishing or scheduling an article as a person asks for it: rehearsed first, then done. `time` is local to the organization. */
export function usePublishing(item: Publishable, { moment, time, note }: Wanted) {
  const organizationId = useOrganization().id
  const userId = usePersonId()
  const { call } = useClient()
  const settings = useOperation('getOrganizationSettings', {}, { staleTime: 300_000 }).data
  const zone = settings?.timezone
  const checked = useOperation('validatePost', { id: item.id })
  const publish = useAction('publishItem')
  const schedule = useAction('scheduleItem')

  const base = { id: item.id, ...(item.version === undefined ? {} : { ifVersion: item.version }) }
  const [day = '', clock = ''] = time.split('T')
  const at = time === '' || zone === undefined ? undefined : momentIn(zone, day, clock).toISOString()
  const placeAt = (wanted: Moment): InputOf<'scheduleItem'> => ({
    ...base,
    ...(wanted === 'slot' ? { slot: 'next' } : { publishAt: at }),
  })
  const rehearsalOf = (wanted: Moment) => ({
    queryKey: [organizationId, 'rehearsal of publishing', base, wanted, wanted === 'time' ? at : null],
    enabled: wanted !== 'time' || at !== undefined,
    retry: false,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Effects> => {
      const options = { organizationId, userId, dryRun: true, signal } as const
      if (wanted === 'now') {
        const { result } = await call('publishItem', base, options)
        return { url: result.item.url, at: null, told: result.deliveries.length }
      }
      const { result } = await call('scheduleItem', placeAt(wanted), options)
      return { url: result.item.url, at: result.item.publishAt, told: 0 }
    },
  })
  const rehearsed = useQuery(rehearsalOf(moment))
  // Which slot it would be is said before somebody chooses it, if the organization has slots.
  const hasSlots = settings && settings.defaults.publishTime !== null
  const slot = useQuery({ ...rehearsalOf('slot'), enabled: hasSlots === true })

  const why = note.trim() === '' ? {} : { note: note.trim() }
  const refused = rehearsed.error instanceof OperationError ? rehearsed.error : null
  return {
    zone,
    /** Whether there are slots; undefined until that is known. */
    hasSlots,
    effects: rehearsed.data ?? null,
    /** The dates of a choice, in the time zone of the organization. */
    dates: {
      now: shownIn(zone, new Date().toISOString()),
      slot: shownIn(zone, slot.data?.at),
      time: shownIn(zone, at),
    },
    warnings: checked.data?.publishingWarnings ?? [],
    error: publish.error ?? schedule.error ?? refused,
    isPending: publish.isPending || schedule.isPending,
    /** Whether what will happen stands on the sheet. */
    isKnown: rehearsed.data !== undefined && checked.data !== undefined,
    /** Does it and returns the article as it is then; null where it was refused. */
    publish: async () => {
      const done =
        moment === 'now'
          ? await publish.run({ ...base, ...why }, { confirm: true })
          : await schedule.run({ ...placeAt(moment), ...why }, { confirm: true })
      return done?.item ?? null
    },
  }
}

/** A time with its day in a zone, which it names. */
export function shownIn(zone: string | undefined, at: string | null | undefined): string | undefined {
  if (zone === undefined || !at) return undefined
  const format = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  const options = { ...format, ...yearOf(at), timeZone: knownZone(zone), timeZoneName: 'short' } as const
  return new Intl.DateTimeFormat('en-GB', options).format(new Date(at))
}

import { useQuery } from '@tanstack/react-query'

import { momentIn } from '#std/zoned-time.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import { OperationError } from '#web/operation-error.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

type Item = OutputOf<'getItem'>['item']
/** Now, in the next free slot of the calendar, or at a time of one's choice. */
export type Moment = 'now' | 'slot' | 'time'
type Wanted = { moment: Moment; time: string; note: string }

/** What publishing would do: where the article would be, when, and whom it tells. */
export type Effects = { url: string; when: string | undefined; told: number }

/** Publishing or scheduling an article as a person asks for it: rehearsed first, then done. `time` is local to the organization. */
export function usePublishing(item: Item, { moment, time, note }: Wanted) {
  const organizationId = useOrganization().id
  const userId = usePersonId()
  const { call } = useClient()
  const zone = useOperation('getOrganizationSettings', {}, { staleTime: 300_000 }).data?.timezone
  const checked = useOperation('validatePost', { id: item.id })
  const publish = useAction('publishItem')
  const schedule = useAction('scheduleItem')

  const base = { id: item.id, ifVersion: item.version }
  const [day = '', clock = ''] = time.split('T')
  const at = time === '' || zone === undefined ? undefined : momentIn(zone, day, clock).toISOString()
  const place: InputOf<'scheduleItem'> = { ...base, ...(moment === 'slot' ? { slot: 'next' } : { publishAt: at }) }
  const rehearsed = useQuery({
    queryKey: [organizationId, 'rehearsal of publishing', base, moment, at],
    enabled: moment !== 'time' || at !== undefined,
    retry: false,
    queryFn: async ({ signal }): Promise<Effects> => {
      const options = { organizationId, userId, dryRun: true, signal } as const
      if (moment === 'now') {
        const { result } = await call('publishItem', base, options)
        return { url: result.item.url, when: undefined, told: result.deliveries.length }
      }
      const { result } = await call('scheduleItem', place, options)
      return { url: result.item.url, when: shown(result.item.publishAt, zone), told: 0 }
    },
  })

  const why = note.trim() === '' ? {} : { note: note.trim() }
  const refused = rehearsed.error instanceof OperationError ? rehearsed.error : null
  return {
    zone,
    effects: rehearsed.data ?? null,
    warnings: checked.data?.publishingWarnings ?? [],
    error: publish.error ?? schedule.error ?? refused,
    isPending: publish.isPending || schedule.isPending,
    /** Whether what will happen stands on the sheet. */
    isKnown: rehearsed.data !== undefined && checked.data !== undefined,
    /** Does it; false where it was refused. */
    publish: async () =>
      (moment === 'now'
        ? await publish.run({ ...base, ...why }, { confirm: true })
        : await schedule.run({ ...place, ...why }, { confirm: true })) !== null,
  }
}

function shown(at: string | null, timeZone: string | undefined): string | undefined {
  if (at === null) return undefined
  const format = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('en-GB', { ...format, ...(timeZone && { timeZone, timeZoneName: 'short' }) }).format(
    new Date(at),
  )
}

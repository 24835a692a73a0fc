import { z } from 'zod'

import { Refusal } from '#kernel/errors.ts'
import { daysOf, ranges } from '#kernel/ranges.ts'
import { parseDay } from '#std/dates.ts'
import { addDays, dayIn, momentIn } from '#std/zoned-time.ts'

const dayMs = 86_400_000
const days = { ...daysOf, '365d': 365 } as const

const day = () => z.string().refine((text) => parseDay(text) !== undefined, 'Must be a day, such as 2026-01-31')

/** The fields that say which days are meant: back from now, or from one day to another. */
export const periodInput = {
  range: z
    .enum([...ranges, '365d'])
    .optional()
    .describe('Back from now; default 28d'),
  from: day().optional().describe('First day, instead of range'),
  to: day().optional().describe('Last day, included'),
}

type Given = { range?: keyof typeof days | undefined; from?: string | undefined; to?: string | undefined }

/** The period that an input means; days are those of the organization's time zone. */
export function periodOf({ range, from, to }: Given, { timezone, now }: { timezone: string; now: Date }) {
  if (from === undefined && to === undefined) {
    const begin = new Date(now.getTime() - days[range ?? '28d'] * dayMs)
    return {
      from: begin,
      until: new Date(now.getTime() + 1),
      firstDay: dayIn(timezone, begin),
      lastDay: dayIn(timezone, now),
    }
  }
  const problem =
    range !== undefined
      ? 'Give either range, or from and to'
      : from === undefined || to === undefined
        ? 'Give both from and to'
        : from > to
          ? 'from must not be after to'
          : undefined
  if (problem !== undefined || from === undefined || to === undefined)
    throw new Refusal('validation_failed', `${problem ?? ''}.`, [
      { path: '/input/from', message: problem ?? '', code: 'invalid_value' },
    ])
  return { from: momentIn(timezone, from), until: momentIn(timezone, addDays(to, 1)), firstDay: from, lastDay: to }
}

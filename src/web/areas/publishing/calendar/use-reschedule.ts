import { dayAndTimeIn } from '#web/areas/publishing/calendar/entry-words.ts'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Dated = { id: string; title: string; publishAt: string | null }

/** Gives an item another time, or its first one, with a way back for as long as the toast is shown. */
export function useReschedule(timezone: string) {
  const schedule = useAction('scheduleItem')
  const unschedule = useAction('unscheduleItem')

  /** Whether it has the time now; where it has not, `error` says why. */
  async function moveTo({ id, title, publishAt }: Dated, at: string | 'next'): Promise<boolean> {
    const made = await schedule.run(
      { id, ...(at === 'next' ? { slot: 'next' } : { publishAt: at }) },
      { confirm: true },
    )
    const time = made?.item.publishAt
    if (!time) return false
    const undo = () =>
      publishAt === null
        ? unschedule.run({ id }, { confirm: true })
        : schedule.run({ id, publishAt }, { confirm: true })
    toast(`“${title}” goes live ${dayAndTimeIn(timezone, time)}.`, {
      label: 'Undo',
      run: () => void undo().then((done) => done ?? toast(`“${title}” could not be put back. It goes live as shown.`)),
    })
    return true
  }

  return { moveTo, isPending: schedule.isPending, error: schedule.error, reset: schedule.reset }
}

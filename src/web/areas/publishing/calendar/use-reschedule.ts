import { dayAndTimeIn } from '#web/areas/publishing/calendar/entry-words.ts'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** An article with the date that it had before; null: none. */
export type Dated = { id: string; title: string; publishAt: string | null }

/** Says that an article has another time now, or its first one, with a way back for as long as the toast is shown. */
export function useMoved(timezone: string): (before: Dated, time: string) => void {
  const schedule = useAction('scheduleItem')
  const unschedule = useAction('unscheduleItem')
  return ({ id, title, publishAt }, time) => {
    const undo = () =>
      publishAt === null
        ? unschedule.run({ id }, { confirm: true })
        : schedule.run({ id, publishAt }, { confirm: true })
    toast(`“${title}” goes live ${dayAndTimeIn(timezone, time)}.`, {
      label: 'Undo',
      run: () => void undo().then((done) => done ?? toast(`“${title}” could not be put back. It goes live as shown.`)),
    })
  }
}

/** Gives an item that is scheduled another time at once, with a way back (web.md#dragging-is-a-change). */
export function useReschedule(timezone: string) {
  const { run, error } = useAction('scheduleItem')
  const moved = useMoved(timezone)
  async function moveTo(item: Dated, publishAt: string): Promise<void> {
    const made = await run({ id: item.id, publishAt }, { confirm: true })
    if (made?.item.publishAt) moved(item, made.item.publishAt)
  }
  return { moveTo, error }
}

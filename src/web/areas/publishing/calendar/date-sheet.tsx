import { WhenSheet } from '#web/areas/content/article/publish/when-sheet.tsx'
import { dayAndTimeIn } from '#web/areas/publishing/calendar/entry-words.ts'
import { type Dated, useMoved } from '#web/areas/publishing/calendar/use-reschedule.ts'

/** What is to get a time: the one that it has, and the one that is proposed in the field. */
export type ToDate = Dated & { proposed: string; version?: number }

type Props = { item: ToDate; timezone: string; onClose(): void }

/** Gives an article its date, or another one: when, what the checks found, what happens, as where it is published. */
export default function DateSheet({ item, timezone, onClose }: Props) {
  const moved = useMoved(timezone)
  const verb = item.publishAt === null ? 'Schedule' : 'Move'
  return (
    <WhenSheet
      item={item}
      title={`${verb} “${item.title}”`}
      lead={
        item.publishAt === null
          ? 'A draft without a date.'
          : `It goes live ${dayAndTimeIn(timezone, item.publishAt)} so far.`
      }
      moments={['slot', 'time']}
      first={{ moment: 'time', time: item.proposed }}
      verbOf={() => verb}
      onDone={({ publishAt }) => publishAt && moved(item, publishAt)}
      onClose={onClose}
    />
  )
}

import { WhenSheet } from '#web/areas/content/article/publish/when-sheet.tsx'
import type { OutputOf } from '#web/operations.ts'
import { toast } from '#web/parts/toast.tsx'

type Props = { item: OutputOf<'getItem'>['item']; onClose(): void }

/** Publishes an article now, or gives it a date. */
export default function PublishSheet({ item, onClose }: Props) {
  return (
    <WhenSheet
      item={item}
      title={item.title}
      lead="Publish"
      moments={['now', 'slot', 'time']}
      first={{ moment: 'now', time: '' }}
      verbOf={(moment) => (moment === 'now' ? 'Publish' : 'Schedule')}
      onDone={(_, { moment, effects }) =>
        toast(moment === 'now' ? `Published at ${effects?.url ?? item.url}` : 'Scheduled.')
      }
      onClose={onClose}
    />
  )
}

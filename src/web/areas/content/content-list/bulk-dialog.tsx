import { AuthorDialog, ScheduleDialog, TagDialog } from '#web/areas/content/content-list/bulk-dialogs.tsx'
import { PublicDialog, TrashDialog, type BulkDialogProps } from '#web/areas/content/content-list/bulk-questions.tsx'

/** What is asked about before it is done with many articles. */
export type Asked = 'publish' | 'schedule' | 'unpublish' | 'tag' | 'author' | 'trash'

export default function BulkDialog({ what, ...dialog }: BulkDialogProps & { what: Asked }) {
  if (what === 'publish' || what === 'unpublish') return <PublicDialog {...dialog} what={what} />
  if (what === 'schedule') return <ScheduleDialog {...dialog} />
  if (what === 'tag') return <TagDialog {...dialog} />
  if (what === 'author') return <AuthorDialog {...dialog} />
  return <TrashDialog {...dialog} />
}

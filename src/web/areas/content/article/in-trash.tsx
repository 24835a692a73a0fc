import { useRestore } from '#web/areas/content/content-list/use-restore.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Time } from '#web/parts/time.tsx'

/** That an article is in the trash, until when, and the way back. */
export function InTrash({ item }: { item: OutputOf<'getItem'>['item'] }) {
  const restore = useRestore()
  return (
    <div className="mb-4">
      <Notice tone="warn">
        <p>
          In the trash since {item.deletedAt !== null && <Time at={item.deletedAt} />}. After 30 days it is gone for
          good; until then it can come back as a draft.
        </p>
        <p className="mt-2">
          <Button onClick={() => void restore([item])}>Restore</Button>
        </p>
      </Notice>
    </div>
  )
}

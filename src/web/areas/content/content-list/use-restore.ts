import type { ManagerItem } from '#web/operations.ts'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** Takes articles out of the trash, one after the other; they come back as drafts. Returns whether all did. */
export function useRestore(): (items: readonly Pick<ManagerItem, 'id' | 'title'>[]) => Promise<boolean> {
  const { run } = useAction('restoreItem')
  return async (items) => {
    let restored = 0
    for (const { id } of items) if (await run({ id })) restored++
    toast(
      restored === items.length
        ? `${restored === 1 ? 'It is a draft' : 'They are drafts'} again.`
        : `${restored} of ${items.length} are drafts again. Open the others to see why not.`,
    )
    return restored === items.length
  }
}

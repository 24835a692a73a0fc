import { bulkLimit } from '#std/bulk-limit.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import type { ManagerItem, ManagerQuery } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { toast } from '#web/parts/toast.tsx'
import type { Selection } from '#web/parts/use-selection.ts'
import { useAttempt } from '#web/use-attempt.ts'

/** The most that one page of a list has. */
const pageSize = 100

export type Matching = { query: ManagerQuery; total: number; items: readonly ManagerItem[] }

type Props = { matching: Matching; selection: Selection<ManagerItem> }

/** Chooses all articles that the list finds, or as many of the first as one call changes, once all of its page are chosen. */
export function SelectMatching({ matching: { query, total, items }, selection }: Props) {
  const { call } = useClient()
  const organizationId = useOrganization().id
  const userId = usePersonId()
  const { attempt, isPending } = useAttempt()
  const count = Math.min(total, bulkLimit)
  if (count <= selection.rows.size || !items.every(({ id }) => selection.has(id))) return null

  async function selectAll() {
    const pages = Array.from({ length: Math.ceil(count / pageSize) }, (_, index) => index + 1)
    const found = await attempt(() =>
      Promise.all(
        pages.map((page) =>
          call('listManagerItems', { ...query, page, pageSize }, { organizationId, userId, read: true }),
        ),
      ),
    )
    if (found === null) return toast('The list could not be read. Try again.')
    selection.add(found.flatMap(({ result }) => result.items).slice(0, count))
  }
  return (
    <Button size="small" look="quiet" isBusy={isPending} onClick={() => void selectAll()}>
      {total > bulkLimit
        ? `Select the first ${bulkLimit} of ${total.toLocaleString('en')} matching`
        : `Select all ${total.toLocaleString('en')} matching`}
    </Button>
  )
}

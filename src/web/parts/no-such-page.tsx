import { Button } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'

/** A list has entries, but none on the page that the address names. */
export function NoSuchPage({ onFirst }: { onFirst(): void }) {
  return (
    <EmptyState title="There is no such page" action={<Button onClick={onFirst}>First page</Button>}>
      The list is shorter than this address says.
    </EmptyState>
  )
}

import { EmptyState } from '#web/parts/empty-state.tsx'
import { Page } from '#web/parts/page.tsx'

/** A screen that has one purpose, for somebody whose role does not include it: an address leads here, no control does. */
export function NotAllowed({ title, who }: { title: string; who: string }) {
  return (
    <Page title={title}>
      <EmptyState title="Your role does not include this">{who} An owner or admin can change your role.</EmptyState>
    </Page>
  )
}

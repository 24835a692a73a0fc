import { followJob } from '#web/jobs-under-way.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Page } from '#web/parts/page.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction } from '#web/use-operation.ts'

/** A property is selected, and nothing was fetched yet. */
export function NoSearches() {
  const fetch = useAction('syncSearchConsole')
  const mayFetch = useCatalogEntry('syncSearchConsole')?.allowed ?? false

  async function begin() {
    const started = await fetch.run({}, { confirm: true })
    if (started !== null)
      followJob({ id: started.jobId, doing: 'Fetching searches', done: 'Searches of 16 months were fetched.' })
  }

  return (
    <Page title="Search" lead="What people searched for before they came to your website." isWide>
      <EmptyState
        isBare
        title="No searches were fetched yet"
        action={
          mayFetch && (
            <Button look="ink" isBusy={fetch.isPending} onClick={() => void begin()}>
              Fetch 16 months now
            </Button>
          )
        }
      >
        They are fetched every night by themselves. The first time takes some minutes.
      </EmptyState>
      <DialogProblem error={fetch.error} />
    </Page>
  )
}

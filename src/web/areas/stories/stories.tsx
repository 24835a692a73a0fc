import { risks } from '#web/areas/agent-audit/audit-log/audit-search.ts'
import { ChartStory } from '#web/areas/stories/chart-story.tsx'
import { Choices } from '#web/areas/stories/choices.tsx'
import { ListStories } from '#web/areas/stories/list-stories.tsx'
import { Overlays } from '#web/areas/stories/overlays.tsx'
import { Story } from '#web/areas/stories/story.tsx'
import { Button } from '#web/parts/button.tsx'
import { TextField } from '#web/parts/field.tsx'
import { JsonTree, redacted } from '#web/parts/json-tree.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Page } from '#web/parts/page.tsx'
import { Progress } from '#web/parts/progress.tsx'
import { RiskBadge } from '#web/parts/risk-badge.tsx'
import { Status } from '#web/parts/status.tsx'

/** Every part in its states, in one place: for people who build screens, and for the screenshots of the test suite. */
export function Stories() {
  return (
    <Page title="Parts" lead="What screens are made of, in the theme that is on.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
        <Story title="Buttons">
          <div className="flex flex-wrap gap-2">
            <Button look="ink">Save</Button>
            <Button>Import…</Button>
            <Button look="quiet">Quiet</Button>
            <Button look="to-press">Publish…</Button>
            <Button look="press">Publish</Button>
            <Button disabled>Disabled</Button>
            <Button isBusy>Busy</Button>
          </div>
        </Story>
        <Story title="States and risks">
          <div className="flex flex-wrap items-center gap-3">
            <Status tone="ok">Succeeded</Status>
            <Status tone="warn">Rejected</Status>
            <Status tone="bad">Failed</Status>
            <Status tone="info">Replayed</Status>
            <Status tone="neutral">Draft</Status>
            {risks.map((risk) => (
              <RiskBadge key={risk} risk={risk} label={risk} />
            ))}
          </div>
        </Story>
        <Story title="Choices">
          <Choices />
        </Story>
        <Story title="Fields">
          <div className="flex flex-col gap-4">
            <TextField label="Name" hint="People see it in lists." defaultValue="Writing agent" />
            <TextField label="Address" error="This is not an address." defaultValue="nowhere" />
          </div>
        </Story>
        <Story title="Overlays">
          <Overlays />
        </Story>
        <Story title="Messages">
          <div className="flex flex-col gap-3">
            <Notice tone="info">Changes are visible within a second.</Notice>
            <Notice tone="warn">This key expires in three days.</Notice>
            <Notice tone="bad">The server could not be reached.</Notice>
            <Progress label="Reading" value={1200} max={5300} />
          </div>
        </Story>
        <Story title="Share over time">
          <ChartStory />
        </Story>
        <Story title="JSON">
          <JsonTree label="Input" value={json} copied={{}} />
        </Story>
        <ListStories />
      </div>
    </Page>
  )
}

const json = { title: 'How to', seo: { noindex: false, words: 1200 }, tags: ['crm', 'sales'], content: redacted }

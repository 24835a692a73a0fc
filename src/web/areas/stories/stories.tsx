import { FileText, Lock, SearchX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { Button } from '#web/parts/button.tsx'
import { Checkbox } from '#web/parts/checkbox.tsx'
import { DataTable, TableSkeleton } from '#web/parts/data-table.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { TextField } from '#web/parts/field.tsx'
import { JsonTree, redacted } from '#web/parts/json-tree.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Page } from '#web/parts/page.tsx'
import { Pill } from '#web/parts/pill.tsx'
import { Progress } from '#web/parts/progress.tsx'
import { RadioGroup } from '#web/parts/radio-group.tsx'
import { RiskBadge } from '#web/parts/risk-badge.tsx'
import { Select } from '#web/parts/select.tsx'
import { Sheet } from '#web/parts/sheet.tsx'
import { Switch } from '#web/parts/switch.tsx'
import { Tabs } from '#web/parts/tabs.tsx'
import { toast } from '#web/parts/toast.tsx'

/** Every part in its states, in one place: for people who build screens, and for the screenshots of the test suite. */
export function Stories() {
  return (
    <Page title="Parts" lead="What screens are made of, in the theme that is on.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
        <Story title="Buttons">
          <div className="flex flex-wrap gap-2">
            <Button look="primary">Primary</Button>
            <Button>Secondary</Button>
            <Button look="quiet">Quiet</Button>
            <Button look="danger">Danger</Button>
            <Button disabled>Disabled</Button>
            <Button isBusy>Busy</Button>
          </div>
        </Story>
        <Story title="States and risks">
          <div className="flex flex-wrap items-center gap-3">
            <Pill tone="ok">Succeeded</Pill>
            <Pill tone="warn">Rejected</Pill>
            <Pill tone="bad">Failed</Pill>
            <Pill tone="info">Replayed</Pill>
            <Pill tone="neutral">Draft</Pill>
            {['read', 'write', 'publish', 'external', 'destructive'].map((risk) => (
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
        <Story title="JSON">
          <JsonTree label="Input" value={json} copied={{}} />
        </Story>
        <Story title="A list: full">
          <DataTable
            label="Example"
            columns={[
              { title: 'Title', cell: ({ title }) => <span className="font-medium">{title}</span> },
              { title: 'Words', className: 'w-24 text-right', cell: ({ words }) => words.toLocaleString('en') },
            ]}
            rows={rows}
            keyOf={({ title }) => title}
          />
        </Story>
        <Story title="A list: being read">
          <TableSkeleton label="Reading the example" rows={3} rowHeight="h-[61px]" />
        </Story>
        <Story title="A list: nothing yet">
          <EmptyState icon={<FileText strokeWidth={1.75} />} title="No content yet" action={<Button>Write one</Button>}>
            What it is, and the one thing to do first.
          </EmptyState>
        </Story>
        <Story title="A list: nothing matches">
          <EmptyState icon={<SearchX strokeWidth={1.75} />} title="Nothing matches" action={<Button>Clear</Button>}>
            No entry fits all of the filters.
          </EmptyState>
        </Story>
        <Story title="A list: not allowed">
          <EmptyState icon={<Lock strokeWidth={1.75} />} title="Owners and admins read this">
            Who can grant it.
          </EmptyState>
        </Story>
      </div>
    </Page>
  )
}

const json = { title: 'How to', seo: { noindex: false, words: 1200 }, tags: ['crm', 'sales'], content: redacted }
const rows = [
  { title: 'How to choose a CRM', words: 1240 },
  { title: 'What is a sales pipeline', words: 860 },
]

function Story({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-xl border border-line bg-surface p-5 shadow-card">
      <h2 className="mb-4 font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Choices() {
  const [isOn, setOn] = useState(true)
  const [format, setFormat] = useState<'csv' | 'json'>('csv')
  const [tab, setTab] = useState<'input' | 'result'>('input')
  return (
    <div className="flex flex-col gap-4">
      <Switch label="Live" isOn={isOn} onChange={setOn} />
      <Checkbox label="content:write" hint="Opens createItem and updateItem." defaultChecked />
      <Checkbox label="content:publish" disabled />
      <Select label="Status" value="" options={[['', 'Any status']]} onChange={() => {}} />
      <RadioGroup
        label="Format"
        value={format}
        onChange={setFormat}
        options={[
          { value: 'csv', label: 'CSV', hint: 'For a table program.' },
          { value: 'json', label: 'JSON' },
        ]}
      />
      <Tabs
        label="Parts of a call"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'input', label: 'Input' },
          { value: 'result', label: 'Result' },
        ]}
      >
        The {tab} of the call.
      </Tabs>
    </div>
  )
}

function Overlays() {
  const [open, setOpen] = useState<'alert' | 'sheet' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setOpen('alert')}>Alert dialog</Button>
      <Button onClick={() => setOpen('sheet')}>Sheet</Button>
      <Button onClick={() => toast('The item is archived.', { label: 'Undo', run: () => {} })}>Toast</Button>
      {open === 'alert' && (
        <AlertDialog title="Delete “How to choose a CRM”?" action="Delete item" onAction={close} onCancel={close}>
          <p>One redirect is created. The item stays in the trash for 30 days.</p>
        </AlertDialog>
      )}
      {open === 'sheet' && (
        <Sheet title="A panel" lead="What it is about" onClose={close} footer={<Button onClick={close}>Done</Button>}>
          <p>Details of one entry of a list.</p>
        </Sheet>
      )}
    </div>
  )
}

import { useState } from 'react'

import type { ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import { countOf } from '#web/areas/content/item-words.tsx'
import { exportFilter } from '#web/areas/exchange/export/export-filter.ts'
import { sizeOf } from '#web/areas/media/media-words.ts'
import type { InputOf } from '#web/operations.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Progress } from '#web/parts/progress.tsx'
import { RadioGroup } from '#web/parts/radio-group.tsx'
import { useJob } from '#web/use-job.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

type Format = InputOf<'exportItems'>['format']

/** Writes articles into a file, and offers it. */
export function ExportContent({ asked, onClose }: { asked: ContentSearch; onClose(): void }) {
  const start = useAction('exportItems')
  const [format, setFormat] = useState<Format>('markdown_zip')
  const filter = exportFilter(asked)
  const [which, setWhich] = useState<'shown' | 'all'>(filter ? 'shown' : 'all')
  const [jobId, setJobId] = useState<string | null>(null)
  const { job, hasEnded, error } = useJob(jobId)
  const wanted = filter && which === 'shown' ? filter : undefined
  const { data } = useOperation('listManagerItems', { ...wanted, pageSize: 1 })
  const file = hasEnded ? (job?.result as { url: string; items: number; bytes: number } | null) : null

  async function run() {
    const started = await start.run({ format, ...(wanted ? { filter: wanted } : {}) })
    if (started) setJobId(started.jobId)
  }

  return (
    <Dialog title="Export content" onDismiss={onClose}>
      {jobId === null && (
        <div className="flex flex-col gap-4">
          <RadioGroup label="Format" value={format} onChange={setFormat} options={formats} />
          {filter && (
            <RadioGroup
              label="Articles"
              value={which}
              onChange={setWhich}
              isRow
              options={[
                { value: 'shown', label: 'What the list shows' },
                { value: 'all', label: 'Everything' },
              ]}
            />
          )}
        </div>
      )}
      {jobId === null && (
        <p role="status" aria-label="What the file will contain" className="mt-4 min-h-10 text-muted">
          {data &&
            contents({ total: data.total, isAll: wanted === undefined, isNarrowed: Object.keys(asked).length > 0 })}
        </p>
      )}
      {jobId !== null && !hasEnded && (
        <Progress label="Writing" value={Math.round((job?.progress ?? 0) * 100)} max={100} isPercent />
      )}
      {job?.error && <Notice tone="bad">{job.error.message}</Notice>}
      <p role="status">
        {file &&
          `${countOf(file.items, 'article')}, ${sizeOf(file.bytes)}. The file is kept for an hour; everybody who has its address can download it.`}
      </p>
      <DialogProblem error={start.error ?? error} />
      <DialogButtons>
        <Button onClick={onClose}>{file ? 'Close' : 'Cancel'}</Button>
        {file ? (
          <a href={new URL(file.url).pathname} download className={buttonLook('ink')}>
            Download
          </a>
        ) : (
          <Button look="ink" isBusy={start.isPending || (jobId !== null && !hasEnded)} onClick={() => void run()}>
            Export
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  )
}

/** What a file will contain, before it is written. */
function contents({ total, isAll, isNarrowed }: { total: number; isAll: boolean; isNarrowed: boolean }): string {
  if (total === 0) return 'No article matches: the file will be empty.'
  const which = !isAll
    ? 'which the list shows now'
    : isNarrowed
      ? 'all of them, whatever the list shows, without the trash'
      : 'drafts and scheduled ones included, without the trash'
  return `${countOf(total, 'article')}, ${which}. Pictures stay here: the file has their addresses.`
}

const formats: { value: Format; label: string; hint: string }[] = [
  { value: 'markdown_zip', label: 'Markdown', hint: 'An archive with a file for each article, its fields at the top.' },
  { value: 'jsonl', label: 'JSON lines', hint: 'Every field of an article on one line, for programs.' },
  { value: 'csv', label: 'CSV', hint: 'For a table program.' },
  { value: 'wxr', label: 'WordPress', hint: 'What a WordPress site imports.' },
]

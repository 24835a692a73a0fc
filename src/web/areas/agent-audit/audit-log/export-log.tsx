import { useRef, useState } from 'react'

import type { AuditSearch } from '#web/areas/agent-audit/audit-log/audit-search.ts'
import { type ExportFormat, fileOf } from '#web/areas/agent-audit/audit-log/export-records.ts'
import { readRecords } from '#web/areas/agent-audit/audit-log/read-records.ts'
import { useClient, useOrganization, usePersonId } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Progress } from '#web/parts/progress.tsx'
import { RadioGroup } from '#web/parts/radio-group.tsx'
import { saveFile } from '#web/parts/save-file.ts'
import { toast } from '#web/parts/toast.tsx'

type Props = { asked: AuditSearch; total: number; onClose(): void }

/** As many as a spreadsheet takes comfortably, and as one person may read in a minute. */
const mostExported = 10_000

/** Saves the filtered list as a file. */
export function ExportLog({ asked, total, onClose }: Props) {
  const { call } = useClient()
  const { id: organizationId, slug } = useOrganization()
  const userId = usePersonId()
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [done, setDone] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const stopped = useRef(new AbortController())
  const wanted = Math.min(total, mostExported)

  async function save() {
    setError(null)
    setDone(0)
    try {
      const { signal } = stopped.current
      const whose = { organizationId, userId }
      const records = await readRecords(call, asked, { ...whose, most: wanted, signal, onProgress: setDone })
      const day = new Date().toISOString().slice(0, 10)
      saveFile(`audit-log-${slug}-${day}.${format}`, fileOf(records, format), types[format])
      toast(`${records.length.toLocaleString('en')} records are saved as ${format.toUpperCase()}.`)
      onClose()
    } catch (fault) {
      if (stopped.current.signal.aborted) return
      setError(fault)
      setDone(null)
    }
  }

  function cancel() {
    stopped.current.abort()
    onClose()
  }

  return (
    <Dialog title="Export the audit log" onDismiss={cancel}>
      <p className="mb-4 text-muted">
        {total > mostExported
          ? `The newest ${mostExported.toLocaleString('en')} of the ${total.toLocaleString('en')} records that the filters show. Narrow the time to get the others.`
          : `All ${total.toLocaleString('en')} records that the filters show, newest first.`}
      </p>
      {error !== null && (
        <div className="mb-4">
          <Problem error={error} />
        </div>
      )}
      {done === null ? (
        <RadioGroup
          label="Format"
          value={format}
          onChange={setFormat}
          options={[
            { value: 'csv', label: 'CSV', hint: 'For a table program. Summaries are JSON in one cell.' },
            { value: 'json', label: 'JSON', hint: 'Every record as the operation gives it.' },
          ]}
        />
      ) : (
        <Progress label="Reading" value={done} max={wanted} />
      )}
      <DialogButtons>
        <Button onClick={cancel}>Cancel</Button>
        <Button look="ink" isBusy={done !== null} onClick={save}>
          Export
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

const types = { csv: 'text/csv;charset=utf-8', json: 'application/json' }

import { useId, useState } from 'react'

import type { OrganizationSettingsOf } from '#web/operations.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Switch } from '#web/parts/switch.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = { organizationId: string; settings: OrganizationSettingsOf; mayChange: boolean }

/** Whether pages of the website report their own views, and the line that lets them (analytics.md#pages-report-views). */
export function ReportedViews({ organizationId, settings, mayChange }: Props) {
  const update = useAction('updateOrganizationSettings')
  const [isAsking, setAsking] = useState(false)
  const hintId = useId()
  const { collectViews, siteUrl } = settings
  const line = `<script src="${location.origin}/collect/${organizationId}.js" async></script>`

  async function turn(isOn: boolean) {
    if (isOn) return setAsking(true)
    if (await update.run({ collectViews: false })) toast('Pages no longer report their views.')
  }

  async function turnOn() {
    if (!(await update.run({ collectViews: true }, { confirm: true }))) return
    setAsking(false)
    toast('Pages that carry the line report their views now.')
  }

  return (
    <>
      <div aria-describedby={hintId}>
        <Switch
          label="Pages report their views"
          isOn={collectViews}
          disabled={!mayChange || update.isPending}
          onChange={(isOn) => void turn(isOn)}
        />
      </div>
      <p id={hintId} className="mt-0.5 text-sm text-muted">
        For websites that read the Content API only when they are built. Without cookies, storage or anything about the
        reader; Do Not Track is obeyed.
      </p>
      {!isAsking && update.error && <Problem error={update.error} />}
      {collectViews && (
        <div className="mt-5 border-t border-line pt-5">
          <p className="mb-1.5 font-medium">A line for each page of the website</p>
          <div className="flex flex-wrap items-center gap-2">
            <code className="min-w-0 flex-1 rounded-lg bg-raised px-3 py-2 text-sm break-all">{line}</code>
            <CopyButton text={line} label="Copy" />
          </div>
          <p className="mt-1.5 text-sm text-muted">
            {siteUrl === null
              ? 'Nothing counts before the address of the website is set above.'
              : `Counted are articles on ${new URL(siteUrl).host} and the domains of the brand, by their addresses. A Content-Security-Policy needs ${location.origin} in script-src and connect-src.`}
          </p>
        </div>
      )}
      {isAsking && (
        <AlertDialog
          title="Let pages report their views?"
          action="Let pages report"
          isBusy={update.isPending}
          onAction={() => void turnOn()}
          onCancel={() => setAsking(false)}
        >
          <p>
            Anybody may then load a small script from here, and pages of your website that carry it send their path when
            somebody reads them. Only numbers by day and article are stored. An article whose page reports shows those
            views instead of what was fetched from the Content API.
          </p>
          <DialogProblem error={update.error} />
        </AlertDialog>
      )}
    </>
  )
}

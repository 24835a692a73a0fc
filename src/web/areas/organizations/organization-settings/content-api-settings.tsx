import type { OrganizationSettingsOf } from '#web/operations.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'

type Props = { organizationId: string; settings: OrganizationSettingsOf }

/** Where websites read. */
export function ContentApiSettings({ organizationId, settings }: Props) {
  const address = `${location.origin}/v1/${organizationId}/articles`
  return (
    <>
      <p className="mb-1.5 font-medium">Address of your articles</p>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 rounded-lg bg-raised px-3 py-2 text-sm break-all">{address}</code>
        <CopyButton text={address} label="Copy" />
      </div>
      {settings.contentMode !== 'headless' && (
        <p className="mt-1.5 text-sm text-muted">
          It answers 403 at the moment: the content mode is “{settings.contentMode}”.
        </p>
      )}
    </>
  )
}

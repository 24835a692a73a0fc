import { CheckField } from '#web/areas/organizations/organization-settings/check-field.tsx'
import { SettingsForm } from '#web/areas/organizations/organization-settings/settings-form.tsx'
import type { OrganizationSettingsOf } from '#web/operations.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'

type Props = { organizationId: string; settings: OrganizationSettingsOf; mayChange: boolean }

/** Where websites read, and whether they see more than what is published. */
export function ContentApiSettings({ organizationId, settings, mayChange }: Props) {
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
      <div className="mt-5 border-t border-line pt-5">
        <SettingsForm
          settings={settings}
          mayChange={mayChange}
          read={(form) => ({ exposeUnpublished: form.has('exposeUnpublished') })}
        >
          {(base) => (
            <CheckField
              name="exposeUnpublished"
              label="Answer drafts and scheduled items when a request asks for them"
              hint="For previews. Anybody who knows the address can ask; off, such a request is refused."
              isOn={base.exposeUnpublished}
            />
          )}
        </SettingsForm>
      </div>
    </>
  )
}

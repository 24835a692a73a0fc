import { CheckField } from '#web/areas/organizations/organization-settings/check-field.tsx'
import { SettingsForm } from '#web/areas/organizations/organization-settings/settings-form.tsx'
import type { OrganizationSettingsOf } from '#web/operations.ts'

type Props = { settings: OrganizationSettingsOf; mayChange: boolean }

/** Whether websites see more than what is published. */
export function PublicDrafts({ settings, mayChange }: Props) {
  return (
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
  )
}

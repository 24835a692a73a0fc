import { CheckField } from '#web/areas/organizations/organization-settings/check-field.tsx'
import { SettingsForm } from '#web/areas/organizations/organization-settings/settings-form.tsx'
import type { OrganizationSettingsOf } from '#web/operations.ts'

/** The publishing policy. */
export function PublishingSettings({ settings, mayChange }: { settings: OrganizationSettingsOf; mayChange: boolean }) {
  return (
    <SettingsForm
      settings={settings}
      mayChange={mayChange}
      read={(form) => ({
        publishingPolicy: {
          minWarningsSeverityToBlock: form.has('block') ? 'error' : 'none',
          requireApproval: form.has('requireApproval'),
          fourEyes: form.has('fourEyes'),
          confirmLiveEdits: form.has('confirmLiveEdits'),
        },
      })}
    >
      {({ publishingPolicy: policy }) => (
        <>
          <CheckField
            name="confirmLiveEdits"
            label="Ask before every edit of a live article"
            hint="Such an edit is live at once. With this, agents must confirm each one."
            isOn={policy.confirmLiveEdits}
          />
          <CheckField
            name="requireApproval"
            label="Publish only what was approved"
            hint="An article needs an approved review first. An edit after that withdraws the approval."
            isOn={policy.requireApproval}
          />
          <CheckField
            name="fourEyes"
            label="Nobody approves their own article"
            hint="The review is somebody else’s."
            isOn={policy.fourEyes}
          />
          <CheckField
            name="block"
            label="Hold back what has errors"
            hint="Errors that its checks find keep an article from being published until they are fixed or accepted one by one."
            isOn={policy.minWarningsSeverityToBlock === 'error'}
          />
        </>
      )}
    </SettingsForm>
  )
}

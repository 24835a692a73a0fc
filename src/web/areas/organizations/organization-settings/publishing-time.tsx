import { SettingsForm } from '#web/areas/organizations/organization-settings/settings-form.tsx'
import type { OrganizationSettingsOf } from '#web/operations.ts'
import { TextField } from '#web/parts/field.tsx'
import { textIn } from '#web/parts/form.tsx'

/** The time of day at which slots are free. */
export function PublishingTime({ settings, mayChange }: { settings: OrganizationSettingsOf; mayChange: boolean }) {
  return (
    <SettingsForm
      settings={settings}
      mayChange={mayChange}
      read={(form) => ({ defaults: { publishTime: textIn(form, 'publishTime') || null } })}
    >
      {({ defaults, timezone }, error) => (
        <TextField
          label="Time of day"
          name="publishTime"
          type="time"
          isOptional
          className="max-w-32"
          defaultValue={defaults.publishTime ?? ''}
          hint={`In ${timezone.replaceAll('_', ' ')}, the time zone of the organization. Left empty there are no slots.`}
          error={error?.fieldMessage('defaults/publishTime')}
        />
      )}
    </SettingsForm>
  )
}

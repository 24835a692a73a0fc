import { SettingsForm } from '#web/areas/organizations/organization-settings/settings-form.tsx'
import type { OrganizationSettingsOf } from '#web/operations.ts'
import { textIn } from '#web/parts/form.tsx'
import { SelectField } from '#web/parts/select.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useOperation } from '#web/use-operation.ts'

const events = [
  ['published', 'Something was published'],
  ['jobDone', 'A job is done, or failed'],
  ['auditRegression', 'A site audit finds an error that was fixed before'],
  ['asvDrop', 'AI search visibility drops'],
  ['deliveryFailed', 'A delivery was given up'],
  ['authExpired', 'A service refuses its credential'],
  ['invite', 'Somebody was invited'],
] as const

const ways = [
  ['none', 'Nobody is notified'],
  ['email', 'Mail to owners and admins'],
  ['chat', 'Every connected chat'],
] as const

/** Who is notified of what: nobody, owners and admins by mail, or the chats of the team. */
export function NoticeSettings({ settings, mayChange }: { settings: OrganizationSettingsOf; mayChange: boolean }) {
  const chats = useOperation('listIntegrations', { kind: 'chat', pageSize: 100 })
  if (chats.isPending) return <Skeleton className="h-80" />
  const named = (chats.data?.items ?? []).map(({ id, displayName }) => [id, `Only ${displayName}`] as const)
  return (
    <SettingsForm
      settings={settings}
      mayChange={mayChange}
      read={(form) => ({
        notificationRoutes: Object.fromEntries(events.map(([event]) => [event, textIn(form, event)])),
      })}
    >
      {({ notificationRoutes }) =>
        events.map(([event, label]) => {
          const chosen = notificationRoutes[event]
          const options = [...ways, ...named]
          const isKnown = options.some(([value]) => value === chosen)
          return (
            <SelectField
              key={event}
              name={event}
              label={label}
              defaultValue={chosen}
              options={isKnown ? options : [...options, [chosen, 'A chat that is not connected']]}
            />
          )
        })
      }
    </SettingsForm>
  )
}

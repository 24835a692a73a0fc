import { Link } from '@tanstack/react-router'

import { SettingsForm } from '#web/areas/organizations/organization-settings/settings-form.tsx'
import { useOrganization } from '#web/context.ts'
import type { OperationError } from '#web/operation-error.ts'
import type { OrganizationSettingsOf } from '#web/operations.ts'
import { inputLook } from '#web/parts/control-look.ts'
import { Field, TextField } from '#web/parts/field.tsx'

/** Name, website, brand, language and time zone. */
export function ProfileSettings({ settings, mayChange }: { settings: OrganizationSettingsOf; mayChange: boolean }) {
  return (
    <SettingsForm
      settings={settings}
      mayChange={mayChange}
      read={(form) => {
        const text = (name: string) => String(form.get(name)).trim()
        return {
          name: text('name'),
          siteUrl: text('siteUrl') || null,
          brand: { name: text('brand') || null },
          locale: text('locale'),
          timezone: text('timezone'),
        }
      }}
    >
      {(base, error) => (
        <>
          <TextField
            label="Name"
            name="name"
            required
            maxLength={120}
            autoComplete="organization"
            defaultValue={base.name}
            error={error?.fieldMessage('name')}
          />
          <TextField
            label="Website"
            name="siteUrl"
            type="url"
            isOptional
            autoComplete="url"
            defaultValue={base.siteUrl ?? ''}
            hint="Its public address, with https. Links to your articles begin with it."
            error={error?.fieldMessage('siteUrl') ?? (error?.code === 'url_not_allowed' ? error.message : null)}
          />
          <Brand base={base} error={error} />
          <LanguageAndZone base={base} error={error} />
        </>
      )}
    </SettingsForm>
  )
}

type PartProps = { base: OrganizationSettingsOf; error: OperationError | null }

function Brand({ base, error }: PartProps) {
  const { slug: orgSlug } = useOrganization()
  return (
    <TextField
      label="Brand"
      name="brand"
      isOptional
      maxLength={120}
      autoComplete="off"
      defaultValue={base.brand.name ?? ''}
      hint={
        <>
          The name under which your customers know you. Agents write about it. Its other names and websites are under{' '}
          <Link
            to="/o/$orgSlug/ai-answers"
            params={{ orgSlug }}
            search={{ tab: 'competitors' }}
            className="underline underline-offset-3 hover:text-ink"
          >
            AI answers, Competitors
          </Link>
          .
        </>
      }
      error={error?.fieldMessage('brand/name')}
    />
  )
}

function LanguageAndZone({ base, error }: PartProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label="Language"
        name="locale"
        required
        maxLength={35}
        spellCheck={false}
        defaultValue={base.locale}
        hint="A language tag, such as en-GB or de."
        error={error?.fieldMessage('locale')}
      />
      <Field label="Time zone" hint="Schedules count in it." error={error?.fieldMessage('timezone')}>
        {(linked) => (
          <select {...linked} name="timezone" defaultValue={base.timezone} className={`${inputLook} pr-8`}>
            {zones(base.timezone).map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}

/** The time zones that the browser knows, with the one that is set. */
function zones(present: string): string[] {
  return [...new Set(['UTC', present, ...Intl.supportedValuesOf('timeZone')])].toSorted()
}

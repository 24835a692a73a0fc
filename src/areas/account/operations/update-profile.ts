import { z } from 'zod'

import { avatarUrlOf } from '#areas/account/people/avatars.ts'
import { describeProfile, profileOutput } from '#areas/account/people/profile-output.ts'
import { lockOwnProfile, type Profile, saveOwnProfile } from '#areas/account/people/profiles.ts'
import { notificationFields } from '#kernel/notifications.ts'
import { operation } from '#kernel/operation.ts'
import { changes, givenName, ifVersion, locale, timeZone } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'
import { canonicalJson } from '#std/json.ts'
import { canonicalLocale } from '#std/locales.ts'

const input = changes({
  displayName: givenName(80).optional().describe('Name that others see'),
  locale: locale().nullable().optional().describe("Language tag (BCP 47), such as en-GB; null: the organization's"),
  timezone: timeZone().nullable().optional().describe("Time zone of the IANA list; null: the organization's"),
  notificationPreferences: z
    .strictObject(notificationFields)
    .partial()
    .optional()
    .describe('Which notices are sent how; only the given ones change'),
  ifVersion,
})

export const updateProfile = operation({
  name: 'updateProfile',
  title: 'Change your own profile',
  summary: "Changes the caller's name, language, time zone or notices, in every organization.",
  scope: 'org:write',
  ownRecord: true,
  risk: 'write',
  examples: [
    { title: 'Language and time zone', input: { locale: 'de-AT', timezone: 'Europe/Vienna' } },
    { title: 'A mail when a job is done', input: { notificationPreferences: { jobDone: 'email' } } },
  ],
  input,
  output: z.object({ profile: profileOutput }),

  async handle({ db, access, baseUrl }, { ifVersion: expected, ...given }) {
    const before = await lockOwnProfile(db)
    requireVersion(before.version, expected)

    const next = merged(before, given)
    const isChanged = canonicalJson(next) !== canonicalJson(before)
    if (isChanged) await saveOwnProfile(db, next)

    const profile = isChanged ? { ...next, version: before.version + 1 } : before
    const avatarUrl = await avatarUrlOf(db, access.actor.userId, baseUrl)
    return { profile: describeProfile(profile, { role: access.role, avatarUrl }) }
  },
})

function merged(before: Profile, given: Omit<z.output<typeof input>, 'ifVersion'>): Profile {
  const notices = Object.entries(given.notificationPreferences ?? {}).filter(([, route]) => route !== undefined)
  return {
    ...before,
    displayName: given.displayName?.trim() ?? before.displayName,
    locale: given.locale === undefined ? before.locale : (canonicalLocale(given.locale ?? '') ?? null),
    timezone: given.timezone === undefined ? before.timezone : given.timezone,
    notificationPreferences: { ...before.notificationPreferences, ...Object.fromEntries(notices) },
  }
}

import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { noNotifications, type Notifications } from '#kernel/notifications.ts'

/** A person's own choices, the same in every organization. `locale`, `timezone` null: those of the organization. */
export type Profile = {
  userId: string
  email: string
  displayName: string
  locale: string | null
  timezone: string | null
  notificationPreferences: Notifications
  version: number
}

type Row = {
  user_id: string
  email: string
  display_name: string
  locale: string | null
  timezone: string | null
  notification_preferences: Partial<Notifications>
  version: number
}

/** The profile of the person who calls, or whose key calls. */
export async function getOwnProfile(db: Reader): Promise<Profile> {
  const { rows } = await sql<Row>`select * from auth.own_profile()`.execute(db)
  if (rows[0] === undefined) throw new Error('The caller is not a member of the organization')
  return profileOf(rows[0])
}

/** The same, locked until the transaction ends. */
export async function lockOwnProfile(db: Writer): Promise<Profile> {
  await sql`select auth.lock_own_profile()`.execute(db)
  return getOwnProfile(db)
}

/** Stores the profile as its next version. */
export async function saveOwnProfile(db: Writer, profile: Profile): Promise<void> {
  const { displayName, locale, timezone, notificationPreferences } = profile
  await sql`select auth.change_own_profile(${displayName}, ${locale}, ${timezone}, ${JSON.stringify(notificationPreferences)}::jsonb)`.execute(
    db,
  )
}

function profileOf(row: Row): Profile {
  return {
    userId: row.user_id,
    email: row.email,
    displayName: row.display_name,
    locale: row.locale,
    timezone: row.timezone,
    notificationPreferences: { ...noNotifications, ...row.notification_preferences },
    version: row.version,
  }
}

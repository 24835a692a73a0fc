import { sql } from 'kysely'

import { question, selectFrom, type Told } from '#kernel/ask.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import type { AuthorId } from '#kernel/ids.ts'
import type { Routes } from '#kernel/notifications.ts'
import { nextVersion } from '#kernel/version.ts'

import type { ContentMode } from './presets.ts'
import { type Brand, type Defaults, type OwnPresets, type PublishingPolicy, unset } from './settings-schema.ts'

/** The state of an integration, as far as publishing asks for it. */
type ContentConnection = 'disconnected' | 'pending' | 'connected' | 'degraded' | 'auth_expired'

export type Settings = {
  siteUrl: string | null
  timezone: string
  locale: string
  contentMode: ContentMode
  /** How the service that content goes to is connected; null: it is not, or none is needed. */
  contentConnection: ContentConnection | null
  brand: Brand
  defaults: Defaults
  /** The organization's own article types and writing styles; `presetsOf` adds the presets. */
  presets: OwnPresets
  publishingPolicy: PublishingPolicy
  exposeUnpublished: boolean
  /** Whether pages may report their views. */
  collectViews: boolean
  notificationRoutes: Routes
  version: number
  createdAt: Date
  updatedAt: Date
}

// The service whose name the mode is. Read with the settings, because whatever publishes asks for it.
const contentConnection = sql<ContentConnection | null>`(select i.state from app.integration i
  where i.organization_id = organization_setting.organization_id and i.provider = organization_setting.content_mode limit 1)`.as(
  'content_connection',
)

/** The settings of the organization; what is not set has its default (organizations.md#settings-in-one-row). */
export async function getSettings(db: Reader): Promise<Settings> {
  return settingsOf(
    await db.selectFrom('organization_setting').selectAll().select(contentConnection).executeTakeFirstOrThrow(),
  )
}

/** The same as a question. */
export const settingsAsked = () =>
  question(selectFrom('organization_setting').selectAll().select(contentConnection), ([row]) =>
    settingsOf(existing(row)),
  )

/** The same, locked until the transaction ends. */
export async function lockSettings(db: Writer): Promise<Settings> {
  return settingsOf(
    await db
      .selectFrom('organization_setting')
      .selectAll()
      .select(contentConnection)
      .forUpdate()
      .executeTakeFirstOrThrow(),
  )
}

/** Stores the settings as the next version. */
export async function saveSettings(
  db: Writer,
  settings: Omit<Settings, 'version' | 'createdAt' | 'updatedAt' | 'contentConnection'>,
): Promise<void> {
  await db
    .updateTable('organization_setting')
    .set({
      site_url: settings.siteUrl,
      timezone: settings.timezone,
      locale: settings.locale,
      content_mode: settings.contentMode,
      brand: JSON.stringify(settings.brand),
      defaults: JSON.stringify(settings.defaults),
      presets: JSON.stringify(settings.presets),
      publishing_policy: JSON.stringify(settings.publishingPolicy),
      expose_unpublished: settings.exposeUnpublished,
      collect_views: settings.collectViews,
      notification_routes: JSON.stringify(settings.notificationRoutes),
      ...nextVersion,
    })
    .execute()
}

/** Replaces this author by another, or none, where the settings name it as the author of new items. */
export async function replaceDefaultAuthor(db: Writer, authorId: AuthorId, by: AuthorId | null): Promise<void> {
  await db
    .updateTable('organization_setting')
    .set({
      defaults: sql<string>`jsonb_set(defaults, '{authorId}', ${JSON.stringify(by)}::text::jsonb)`,
      ...nextVersion,
    })
    .where(sql<string>`defaults ->> 'authorId'`, '=', authorId)
    .execute()
}

/** Puts another image, or none, in place of the one that shared articles without a picture show. */
export async function replaceSocialImage(db: Writer, mediaId: string, other: string | null): Promise<void> {
  const value = sql<string>`coalesce(to_jsonb(${other}::text), 'null'::jsonb)`
  await db
    .updateTable('organization_setting')
    .set({ defaults: sql<string>`jsonb_set(defaults, '{socialImageId}', ${value})`, ...nextVersion })
    .where(sql<string>`defaults ->> 'socialImageId'`, '=', mediaId)
    .execute()
}

/** The name of the organization, from schema auth, whose policy shows a request only its own row. */
export async function getName(db: Reader): Promise<string> {
  const { name } = await db.selectFrom('auth.organizations').select('name').executeTakeFirstOrThrow()
  return name
}

/** Renames the organization. */
export async function rename(db: Writer, name: string): Promise<void> {
  await sql`select auth.rename_organization(${name})`.execute(db)
}

type Row = Awaited<ReturnType<typeof rowType>>
// Only its type is used: the row as the query layer reads it.
const rowType = (db: Reader) =>
  db.selectFrom('organization_setting').selectAll().select(contentConnection).executeTakeFirstOrThrow()

function existing<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('an organization without settings')
  return row
}

/** Of settings that are read field by field, those that are objects: with the defaults of what is not stored. */
export function filledSettings(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(unset).map(([name, defaults]) => [name, { ...defaults, ...(fields[name] as object | undefined) }]),
  )
}

function settingsOf(row: Row | Told<Row>): Settings {
  return {
    siteUrl: row.site_url,
    timezone: row.timezone,
    locale: row.locale,
    contentMode: row.content_mode,
    contentConnection: row.content_connection,
    brand: { ...unset.brand, ...row.brand },
    defaults: { ...unset.defaults, ...row.defaults },
    presets: { ...unset.presets, ...row.presets },
    publishingPolicy: { ...unset.publishingPolicy, ...row.publishing_policy },
    exposeUnpublished: row.expose_unpublished,
    collectViews: row.collect_views,
    notificationRoutes: { ...unset.notificationRoutes, ...row.notification_routes },
    version: row.version,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  }
}

/** Changes where content goes, as the next version. The caller has locked the settings. */
export async function saveContentMode(db: Writer, contentMode: ContentMode): Promise<void> {
  await db
    .updateTable('organization_setting')
    .set({ content_mode: contentMode, ...nextVersion })
    .execute()
}

/** Whether pages may report their views. Nobody's may where there is no such organization. */
export async function collectsViews(db: Reader): Promise<boolean> {
  const row = await db.selectFrom('organization_setting').select('collect_views').executeTakeFirst()
  return row?.collect_views === true
}

import { isIP } from 'node:net'

import { z } from 'zod'

import { isCalledByWord } from '#areas/organizations/common-words.ts'
import { requireNoSwitch } from '#areas/organizations/content-switch.ts'
import { requireChats, requireReferences } from '#areas/organizations/default-references.ts'
import { describeSettings } from '#areas/organizations/describe-settings.ts'
import { requirePresets } from '#areas/organizations/presets.ts'
import { settingsInput, settingsOutput } from '#areas/organizations/settings-schema.ts'
import { getName, lockSettings, rename, saveSettings, type Settings } from '#areas/organizations/settings.ts'
import { collectionIds, setUrlTemplates } from '#areas/organizations/url-templates.ts'
import type { Ctx } from '#kernel/context.ts'
import { Refusal } from '#kernel/errors.ts'
import type { CheckUrl } from '#kernel/http.ts'
import { operation } from '#kernel/operation.ts'
import { changes, ifVersion } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'
import { canonicalJson } from '#std/json.ts'
import { canonicalLocale } from '#std/locales.ts'
import { defined, keysOf } from '#std/objects.ts'
import { isPublicHttps } from '#std/public-urls.ts'

const input = changes({ ...settingsInput, ifVersion })

/** The settings that the addresses of items are made of: templates may have dates in them. */
const ofAddresses = ['siteUrl', 'timezone', 'urlTemplates'] as const

export const updateOrganizationSettings = operation({
  name: 'updateOrganizationSettings',
  title: 'Change the settings of the organization',
  summary:
    'Changes the given settings; of an object, only the given fields. contentMode needs confirm and integrations:write.',
  scope: 'org:write',
  risk: 'write',
  changesPublic: { when: (given) => ofAddresses.some((name) => given[name] !== undefined) },
  errors: ['not_found', 'url_not_allowed', 'duplicate_brand', 'job_running'],
  confirm: {
    when: ({ contentMode, collectViews }) => contentMode !== undefined || collectViews === true,
    rule: 'Required when the input sets contentMode, or collectViews to true.',
    alsoNeeds: 'integrations:write',
    alsoNeedsWhen: ({ contentMode }) => contentMode !== undefined,
  },
  guard: {
    rails: [
      { field: 'publishingPolicy.fourEyes', strict: true },
      { field: 'publishingPolicy.requireApproval', strict: true },
      { field: 'publishingPolicy.confirmLiveEdits', strict: true },
      { field: 'publishingPolicy.minWarningsSeverityToBlock', strict: 'error' },
      { field: 'exposeUnpublished', strict: false },
    ],
    stored: lockSettings,
    instead: 'open Settings > Organization in the web application',
  },
  examples: [
    {
      title: 'Website and brand',
      input: { siteUrl: 'https://www.example.com', brand: { name: 'Example', domains: ['example.com'] } },
    },
    { title: 'Where articles appear', input: { urlTemplates: { articles: '/blog/{slug}' }, ifVersion: 3 } },
  ],
  input,
  output: z.object({
    settings: settingsOutput,
    changed: z.array(z.string()).describe('Names of the changed settings'),
  }),

  // Inside a private network that the operator opened, a website may be served over http and on any port.
  async prepare({ checkUrl }, { siteUrl }) {
    if (siteUrl == null) return
    // Paths are put behind it.
    if (/[?#]/.test(siteUrl)) throw urlNotAllowed('siteUrl must end with its host or path, without query or fragment.')
    if (!isPublicHttps(siteUrl) && !isPrivate(siteUrl, checkUrl))
      throw urlNotAllowed('siteUrl must be an https address of a public host, without credentials.')
  },

  async handle(ctx, given) {
    const { db, access, brandChanged, zoneChanged, start } = ctx
    const before = { ...(await lockSettings(db)), name: await getName(db) }
    requireVersion(before.version, given.ifVersion)
    if (given.contentMode !== undefined && given.contentMode !== before.contentMode) await requireNoSwitch(db)
    await requireReferences(db, given.defaults ?? {})
    await requireChats(db, given.notificationRoutes ?? {})

    const next = await withMatchCase(merged(before, given), { before, given })
    requirePresets(next.presets, given.defaults ?? {}, { at: '/input/defaults', before: before.defaults })
    const formerTemplates = await setUrlTemplates(db, given.urlTemplates ?? {})
    const isMoved = Object.keys(formerTemplates).length > 0
    const changed = [...differences(before, next), ...(isMoved ? ['urlTemplates'] : [])]
    if (changed.includes('name')) await rename(db, next.name)
    if (changed.length > 0) await saveSettings(db, next)
    if (ofBrand.some((name) => changed.includes(name)))
      await brandChanged(db, { id: access.organization.id, name: next.name }, start)

    if (changed.includes('timezone')) await zoneChanged(db, { from: before.timezone, to: next.timezone })
    await tellOfPages(ctx, changed, formerTemplates)

    return { settings: await describeSettings(db), changed }
  },
})

/** The settings that the organization's own brand follows from (visibility.md#own-brand-has-an-id). */
const ofBrand = ['name', 'siteUrl', 'brand']

async function tellOfPages(
  { db, shownChanged }: Pick<Ctx<'write'>, 'db' | 'shownChanged'>,
  changed: readonly string[],
  formerTemplates: Readonly<Record<string, string>>,
): Promise<void> {
  const isEverywhere = changed.includes('siteUrl') || changed.includes('timezone')
  const moved = isEverywhere ? await collectionIds(db) : Object.keys(formerTemplates)
  if (moved.length > 0) await shownChanged({ by: 'collection', ids: moved, areElsewhere: true, formerTemplates })
}

// A name may lead anywhere: only an address itself shows that it is inside such a network.
function isPrivate(siteUrl: string, checkUrl: CheckUrl): boolean {
  if (isIP(new URL(siteUrl).hostname.replace(/^\[|\]$/g, '')) === 0) return false
  if (isPublicHttps(siteUrl.replace(/^http:/i, 'https:'))) return false
  try {
    checkUrl(siteUrl)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

type Named = Settings & { name: string }

function merged(before: Named, given: z.output<typeof input>): Named {
  return {
    ...before,
    name: given.name ?? before.name,
    siteUrl: given.siteUrl === undefined ? before.siteUrl : given.siteUrl,
    timezone: given.timezone ?? before.timezone,
    locale: canonicalLocale(given.locale ?? '') ?? before.locale,
    contentMode: given.contentMode ?? before.contentMode,
    exposeUnpublished: given.exposeUnpublished ?? before.exposeUnpublished,
    collectViews: given.collectViews ?? before.collectViews,
    brand: fill(before.brand, given.brand),
    defaults: fill(before.defaults, given.defaults),
    presets: fill(before.presets, given.presets),
    publishingPolicy: fill(before.publishingPolicy, given.publishingPolicy),
    notificationRoutes: fill(before.notificationRoutes, given.notificationRoutes),
  }
}

/** Counts case for a brand that is called by a common word from now on, unless the call says how (visibility.md#common-words). */
async function withMatchCase(next: Named, { before, given }: { before: Named; given: z.output<typeof input> }) {
  if (given.brand?.matchCase !== undefined || !(await isCalledByWord(before.brand, next.brand))) return next
  return { ...next, brand: { ...next.brand, matchCase: true } }
}

type Some<T> = { [K in keyof T]?: T[K] | undefined }

function fill<T extends object>(before: T, given: Some<T> = {}): T {
  return { ...before, ...defined(given) }
}

function differences(before: Named, next: Named): string[] {
  return keysOf(next).filter(
    (name) => !(next[name] instanceof Date) && canonicalJson(next[name]) !== canonicalJson(before[name]),
  )
}

function urlNotAllowed(message: string): Refusal {
  return new Refusal('url_not_allowed', message, { field: 'siteUrl' })
}

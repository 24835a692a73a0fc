import { z } from 'zod'

import { noRoutes, routeFields, type Routes } from '#kernel/notifications.ts'
import { givenName, id, locale, text, timestamp, timeZone, title, url, urlTemplate, words } from '#kernel/schema.ts'

import { contentModes } from './presets.ts'

const names = (max: number) => z.array(words(120)).max(max)

/** A host name without scheme, port or path. */
const domain = () =>
  text(253).refine((value) => /^[^\s/?#@:\\[\]]+\.[^\s/?#@:\\[\]]+$/.test(value) && URL.canParse(`https://${value}`), {
    message: 'Must be a host name, such as example.com',
  })

/** The name of a preset: lower-case letters and digits with `_` between them. */
function presetName() {
  return text(60).refine((value) => /^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(value), {
    message: 'Must be lower-case letters and digits with "_" between them, such as buying_guide',
  })
}

const brand = {
  name: words(120).nullable().describe('Name of the brand'),
  aliases: names(20).describe('Other names of the brand, at most 20'),
  domains: z.array(domain()).max(20).describe('Host names of the brand, at most 20'),
  excludeTerms: names(50).describe('Words nearby that mean something else'),
  matchCase: z.boolean().describe('The name is a common word: its case counts'),
  description: text(2000).nullable().describe('What the brand offers'),
  audience: text(2000).nullable().describe('Who the content is for'),
  competitorsSeed: names(50).describe('Names of competitors, at most 50'),
}

const defaults = {
  articleType: text(60).nullable().describe('Type of new items, one from listGenerationOptions'),
  writingStyle: text(60).nullable().describe('Style of new items, one from listGenerationOptions'),
  authorId: id('author')
    .nullable()
    .describe('Author of new items in the collection that has this author, if it has no default author of its own'),
  collectionId: id('collection').nullable().describe('Collection that is offered for new items'),
  publishTime: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Must be a time of day, such as 09:30')
    .nullable()
    .describe('Time of day of a free slot, HH:MM in the timezone of the organization'),
  socialImageId: id('media').nullable().describe('Picture for shared links of items that have none'),
}

const publishingPolicy = {
  minWarningsSeverityToBlock: z.enum(['none', 'error']).describe('Open warnings of this severity block publishing'),
  requireApproval: z.boolean().describe('Publishing needs an approved review'),
  fourEyes: z.boolean().describe('Nobody may approve their own item'),
  confirmLiveEdits: z.boolean().describe('Every edit of a published item needs confirm: true'),
}

const presets = {
  articleTypes: z.array(presetName()).max(50).describe('Your own article types besides the presets, at most 50'),
  writingStyles: z.array(presetName()).max(50).describe('Your own writing styles besides the presets, at most 50'),
}

/** What `updateOrganizationSettings` takes besides `ifVersion`. Of an object, only the given fields change. */
export const settingsInput = {
  name: givenName(120).optional().describe('Name of the organization'),
  siteUrl: url().nullable().optional().describe('Public address of the website, https; null: none'),
  timezone: timeZone().optional().describe('Time zone of the IANA list, such as Europe/Berlin'),
  locale: locale().optional().describe('Language tag (BCP 47), such as en-GB'),
  brand: z.strictObject(brand).partial().optional().describe('The brand; only the given fields change'),
  defaults: z
    .strictObject(defaults)
    .partial()
    .optional()
    .describe('Defaults of new items; only the given fields change'),
  presets: z.strictObject(presets).partial().optional().describe('Own article types and writing styles'),
  publishingPolicy: z.strictObject(publishingPolicy).partial().optional().describe('What publishing requires'),
  urlTemplates: z
    .record(z.string().max(200), urlTemplate())
    .optional()
    .describe('{"<slug of a collection>": "/blog/{slug}"}; the public path of its items'),
  exposeUnpublished: z.boolean().optional().describe('Whether /v1 shows statuses other than published'),
  collectViews: z.boolean().optional().describe('Whether pages may report their views to /collect; true needs confirm'),
  notificationRoutes: z
    .strictObject(routeFields)
    .partial()
    .optional()
    .describe('Where notices go: none, email (owners and admins), chat (all) or the id of one chat'),
  contentMode: z.enum(contentModes).optional().describe('headless opens /v1, every other mode closes it'),
}

/** The settings of an organization in an answer. */
export const settingsOutput = z.object({
  name: title(120),
  siteUrl: z.string().nullable(),
  timezone: z.string(),
  locale: z.string(),
  contentMode: z.enum(contentModes),
  brand: z.object(brand),
  defaults: z.object(defaults),
  presets: z.object(presets).describe('In addition to the presets'),
  publishingPolicy: z.object(publishingPolicy),
  urlTemplates: z.record(z.string(), z.string()).describe('Template of the public path, by slug of the collection'),
  exposeUnpublished: z.boolean(),
  collectViews: z.boolean(),
  notificationRoutes: z.object(routeFields),
  version: z.int(),
  updatedAt: timestamp(),
})

export type Brand = z.output<z.ZodObject<typeof brand>>
export type Defaults = z.output<z.ZodObject<typeof defaults>>
export type OwnPresets = z.output<z.ZodObject<typeof presets>>
export type PublishingPolicy = z.output<z.ZodObject<typeof publishingPolicy>>

// What the columns contain was checked by the input schema when it was written.
declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'organization_setting.brand': Partial<Brand>
    'organization_setting.defaults': Partial<Defaults>
    'organization_setting.presets': Partial<OwnPresets>
    'organization_setting.publishing_policy': Partial<PublishingPolicy>
    'organization_setting.notification_routes': Partial<Routes>
  }
}

/** What holds where nothing is set. */
export const unset: {
  brand: Brand
  defaults: Defaults
  presets: OwnPresets
  publishingPolicy: PublishingPolicy
  notificationRoutes: Routes
} = {
  brand: {
    name: null,
    aliases: [],
    domains: [],
    excludeTerms: [],
    matchCase: false,
    description: null,
    audience: null,
    competitorsSeed: [],
  },
  defaults: {
    articleType: null,
    writingStyle: null,
    authorId: null,
    collectionId: null,
    publishTime: null,
    socialImageId: null,
  },
  presets: { articleTypes: [], writingStyles: [] },
  publishingPolicy: {
    minWarningsSeverityToBlock: 'none',
    requireApproval: false,
    fourEyes: false,
    confirmLiveEdits: false,
  },
  notificationRoutes: noRoutes,
}

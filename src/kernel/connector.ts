import type { z } from 'zod'

import type { SafeFetch } from './http.ts'
import type { Log } from './log.ts'
import type { Secret } from './secret.ts'
import { sharePlaces, type SharedPlaces } from './shared-places.ts'

/** Every service that an organization can connect. */
export const providers = [
  'wordpress',
  'ghost',
  'webflow',
  'shopify',
  'webhook',
  'slack',
  'teams',
  'discord',
  'indexnow',
  'google_search_console',
] as const
export type Provider = (typeof providers)[number]

export const integrationKinds = ['cms', 'chat', 'search', 'webhook', 'indexnow'] as const

export const targetTypes = ['site', 'collection', 'blog', 'channel', 'property'] as const
export type TargetType = (typeof targetTypes)[number]

/** A thing of the service that a person selects: a site, a blog, a channel. */
export type Target = { externalId: string; name: string }
export type SelectedTarget = Target & { type: TargetType }

/**
 * Why a connector could not do it, in terms that every service shares (integrations.md#connector-faults):
 * `auth` the credential is refused; `forbidden` it may not do this; `invalid` the service refuses the content; `notFound` the
 * record is gone there; `conflict` somebody changed it there; `rateLimited` later; `unavailable` no usable answer, so that
 * whether a write happened is unknown.
 */
export type FaultKind = 'auth' | 'forbidden' | 'invalid' | 'notFound' | 'conflict' | 'rateLimited' | 'unavailable'

/** What connectors throw. The message is a sentence of ours: never a body, header or path of the other side. */
export class ConnectorFault extends Error {
  override readonly name = 'ConnectorFault'
  readonly kind: FaultKind
  /** A short code of the service, such as `channel_not_found`. */
  readonly reason: string | undefined
  readonly httpStatus: number | undefined
  /** Milliseconds that the service asks to wait. */
  readonly retryAfterMs: number | undefined
  /** The field that the service does not accept, by its own name. */
  readonly field: string | undefined
  /** What the service says about it, cleaned and short: text of others. */
  readonly said: string | undefined

  constructor(
    kind: FaultKind,
    message: string,
    more: Partial<Pick<ConnectorFault, 'reason' | 'httpStatus' | 'retryAfterMs' | 'field' | 'said'>> = {},
  ) {
    super(message)
    this.kind = kind
    this.reason = more.reason
    this.httpStatus = more.httpStatus
    this.retryAfterMs = more.retryAfterMs
    this.field = more.field
    this.said = more.said
  }
}

/** The registration of this installation with a service that people sign in to. */
export type OAuthClient = { id: string; secret: Secret<string> }

/** One connected service, as a connector works with it. It holds no transaction, and is not kept. */
export type Connection = {
  settings: Readonly<Record<string, string>>
  secret: Readonly<Record<string, Secret<string>>>
  target: SelectedTarget | null
  /** The site of a target that is part of one. */
  site: SelectedTarget | null
  /** The one way out: addresses are guarded, limits hold. */
  fetch: SafeFetch
  /** Replaces scheme, host and port of every address of the provider, where the operator says so. */
  baseUrl: string | undefined
  /** The operator's registration, where there is one. */
  client?: OAuthClient | undefined
  now(): Date
  log: Log
  signal?: AbortSignal | undefined
}

/** What a person agreed to: what is kept of it, and the scopes that the service names. */
export type Grant = { secret: Readonly<Record<string, string>>; scopes: readonly string[] }

/** The code that a service gave, with what proves that it was asked for here. */
export type GivenCode = { code: string; redirectUri: string; verifier: Secret<string> }

/** How people connect a service by signing in there: the authorization code grant (RFC 6749 4.1), with PKCE (RFC 7636). */
export type OAuth = {
  /** Without these the connection does not work: the callback answers `scope_missing`. */
  scopes: readonly string[]
  /** Settings that must be known before: the shop whose people sign in. */
  needs?: readonly string[]
  /** Where a person signs in. */
  authorizeUrl(
    connection: Connection,
    given: { clientId: string; redirectUri: string; state: string; challenge: string },
  ): string
  /** The grant for a code. Errors: every kind of `ConnectorFault`. */
  exchange(connection: Connection, given: GivenCode): Promise<Grant>
  /** Gives the grant back, where the service offers it. */
  revoke?(connection: Connection): Promise<void>
}

/** What a read probe found out. */
export type Probe = {
  /** The account's name there, or null where the service has none. */
  connectedAs: string | null
  /** What the credential may do, in the service's words. */
  capabilities: readonly string[]
  scopesGranted?: readonly string[]
  checks: readonly Check[]
}

export type Check = { name: string; ok: boolean; detail: string }

/** What every connector declares. A new one is one folder and one line in `connectors/index.ts`. */
type Common = {
  provider: Provider
  /** Its name, as people know it. */
  label: string
  /** What a person enters that is no secret; each field has a `title` (label) and a `description` (hint) in its metadata. */
  settings: z.ZodObject
  /** What a person enters that is never shown again, in the same way. */
  secret: z.ZodObject
  /** Requests that the service takes in a minute. */
  perMinute?: number
  /** What must be selected, in this order; depends on the credential with a chat. */
  targets(secretFields: readonly string[]): readonly TargetType[]
  /** The addresses in settings and secret that the outbound guard looks at before anything is stored. */
  addresses?(given: {
    settings: Readonly<Record<string, string>>
    secret: Readonly<Record<string, string>>
  }): readonly string[]
  /** Reads something that shows whether the credential works. Writes nothing there. */
  probe(connection: Connection): Promise<Probe>
  /** How a person signs in to it instead of giving a secret. */
  oauth?: OAuth
  /** All targets of a type, all pages, at most 1,000. `within`: the site whose collections are meant. */
  listTargets?(connection: Connection, type: TargetType, within: SelectedTarget | null): Promise<readonly Target[]>
}

/** A picture as a service takes it: by its bytes or by its public address. */
export type CmsPicture = {
  url: string
  alt: string
  checksum: string
  mimeType: string
  fileName: string
  read(): Promise<Uint8Array<ArrayBuffer>>
}

export type CmsTerm = { name: string; slug: string }

/** The fields of an item that a service can take. Names are those of field mappings. */
export const cmsFields = [
  'title',
  'slug',
  'contentHtml',
  'excerpt',
  'featuredImage',
  'categories',
  'tags',
  'authors',
  'seoTitle',
  'metaDescription',
  'canonicalUrl',
  'ogTitle',
  'ogDescription',
  'twitterTitle',
  'twitterDescription',
  'schemaJsonLd',
  'publishAt',
] as const
export type CmsField = (typeof cmsFields)[number]

/** An item as it is sent: addresses in the body are absolute. */
export type CmsItem = {
  id: string
  title: string
  slug: string
  contentHtml: string
  excerpt: string | null
  featuredImage: CmsPicture | null
  categories: readonly CmsTerm[]
  tags: readonly CmsTerm[]
  authors: readonly CmsTerm[]
  seoTitle: string | null
  metaDescription: string | null
  canonicalUrl: string | null
  ogTitle: string | null
  ogDescription: string | null
  twitterTitle: string | null
  twitterDescription: string | null
  schemaJsonLd: string | null
  /** Never in the future: schedules stay in Masthead. */
  publishAt: Date | null
}

/** Item field to external field. A field without an entry is not sent. */
export type FieldMapping = Readonly<Partial<Record<CmsField, string>>>

/** What was uploaded before, so that a picture is uploaded once per integration and checksum. */
export type Uploads = {
  find(checksum: string): Promise<string | undefined>
  keep(checksum: string, externalRef: string): Promise<void>
}

export type CmsWrite = {
  item: CmsItem
  mapping: FieldMapping
  /** `published`: public there at once; `draft`: not public. */
  as: 'draft' | 'published'
  /** The copy that is changed; null creates one. */
  externalId: string | null
  /** What the service wants to see with a change, from the last read. */
  etag: string | null
  uploads: Uploads
}

/** A copy as the service shows it. Texts are as they came: the caller compares (integrations.md#drift). */
export type CmsCopy = {
  externalId: string
  externalUrl: string | null
  etag: string | null
  state: 'published' | 'draft' | 'trashed'
  /** The mapped fields, each as one comparable text: lists are joined in a stable order. `null`: empty there. */
  fields: Readonly<Partial<Record<CmsField, string | null>>>
}

/** Where the copy of a CMS lives after a write. */
export type CmsWritten = {
  externalId: string
  externalUrl: string | null
  etag: string | null
  warnings: readonly string[]
}

/** `type`: what the service calls the kind of its values, where it says so. */
export type ExternalField = { name: string; required: boolean; type?: string }

/** A content management system that keeps copies of items. */
export type CmsConnector = Common & {
  kind: 'cms'
  /** The fields that the target has; where it cannot say, those of the default mapping. */
  fields(connection: Connection): Promise<readonly ExternalField[]>
  defaultMapping(fields: readonly ExternalField[]): FieldMapping
  /** What `fetch` would answer in `fields` if every field of the write were kept: the other side of the comparison. */
  expected(write: Pick<CmsWrite, 'item' | 'mapping'>): CmsCopy['fields']
  /** A copy that an earlier create left behind, found by the item's id there or, where that is not kept, by slug, title and body. */
  find(connection: Connection, write: Pick<CmsWrite, 'item' | 'mapping'>): Promise<CmsCopy | undefined>
  /** Errors: every kind of `ConnectorFault`; after `unavailable` a create may have happened. */
  upsert(connection: Connection, write: CmsWrite): Promise<CmsWritten>
  /** Takes the copy off the public site; it stays as a draft there. */
  unpublish(connection: Connection, copy: { externalId: string; etag: string | null }): Promise<void>
  /** Removes the copy. A copy that is gone already counts as removed. */
  remove(connection: Connection, externalId: string): Promise<void>
  /** Errors: `notFound` where it is gone; a copy in the service's trash is returned as `trashed`. */
  fetch(connection: Connection, externalId: string, mapping: FieldMapping): Promise<CmsCopy>
}

/** An endpoint of the organization's own that gets whole items, signed. It is not read back. */
export type WebhookConnector = Common & {
  kind: 'webhook'
  /**
   * Sends one message. A create that the endpoint answers with 409 and an id is adopted: the item is there already. Errors:
   * `notFound` for 410, `auth` for 401 and 403.
   */
  deliver(
    connection: Connection,
    message: { id: string; body: string; at: Date; isNew: boolean },
  ): Promise<{ externalId: string | null; externalUrl: string | null; httpStatus: number; isAdopted: boolean }>
}

/** A team chat. */
export type ChatConnector = Common & {
  kind: 'chat'
  /** Sends plain text, escaped for the service; a long one in several messages where the service has a limit. */
  send(
    connection: Connection,
    message: { text: string; channelId?: string | undefined },
  ): Promise<{ externalId: string | null }>
}

/** What search engines are notified through. */
export type IndexNowConnector = Common & {
  kind: 'indexnow'
  /** The address that is submitted to. */
  endpoint(connection: Connection): string
  /** Where the key file is; undefined where nothing says so. */
  keyLocation(connection: Connection, siteUrl: string | null): string | undefined
  /** Errors: `notFound` with reason `key_file` where the key file does not answer with the key. */
  checkKeyFile(connection: Connection, keyLocation: string): Promise<void>
  /** Addresses on the host of the key file, at most 10,000. */
  submit(
    connection: Connection,
    given: { keyLocation: string; urls: readonly string[] },
  ): Promise<{ endpoint: string; httpStatus: number }>
}

export const searchDimensions = ['date', 'page', 'query', 'country', 'device'] as const
export type SearchDimension = (typeof searchDimensions)[number]

/** One row of a day: `keys` in the order of the dimensions that were asked for. */
export type SearchRow = { keys: readonly string[]; clicks: number; impressions: number; position: number }

/** What a search engine knows of an address. Texts are the service's own words. */
export type Inspection = {
  verdict: string | null
  coverageState: string | null
  googleCanonical: string | null
  userCanonical: string | null
  lastCrawlTime: string | null
}

/** Where searches of people are counted. */
export type SearchConnector = Common & {
  kind: 'search'
  /**
   * The rows of one day, one page at a time; `isLast` where there are no more. `firstIncomplete`: the first day whose figures may
   * still change, where the service names one.
   */
  rows(
    connection: Connection,
    asked: { day: string; dimensions: readonly SearchDimension[]; startRow: number },
  ): Promise<{ rows: readonly SearchRow[]; isLast: boolean; firstIncomplete: string | null }>
  /** What the index says of an address of the property. */
  inspect(connection: Connection, url: string): Promise<Inspection>
}

export type Connector = CmsConnector | WebhookConnector | ChatConnector | IndexNowConnector | SearchConnector

/** The connectors of this installation. */
export type Connectors = {
  all: readonly Connector[]
  find(provider: string): Connector | undefined
  /** The base address that the operator set for a provider, in place of its own. */
  baseUrl(provider: Provider): string | undefined
  /** The operator's registration with a provider that people sign in to. */
  client(provider: Provider): OAuthClient | undefined
  /** What requests to one integration wait for. */
  places: SharedPlaces
}

/** Where nothing can be connected. */
export const noConnectors: Connectors = {
  all: [],
  find: () => undefined,
  baseUrl: () => undefined,
  client: () => undefined,
  places: sharePlaces(),
}

/** Declares a connector. Returns the declaration unchanged. */
export function connector<const C extends Connector>(declaration: C): C {
  return declaration
}

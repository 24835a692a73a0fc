import type { AnyConnector, Connection } from './connection.ts'

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

/** What an item has besides its title, slug and body where nothing else was written. */
export const nothingElse = {
  excerpt: null,
  featuredImage: null,
  categories: [],
  tags: [],
  authors: [],
  seoTitle: null,
  metaDescription: null,
  canonicalUrl: null,
  ogTitle: null,
  ogDescription: null,
  twitterTitle: null,
  twitterDescription: null,
  schemaJsonLd: null,
  publishAt: null,
} satisfies Omit<CmsItem, 'id' | 'title' | 'slug' | 'contentHtml'>

/** Item field to external field. A field without an entry is not sent. */
export type FieldMapping = Readonly<Partial<Record<CmsField, string>>>

/** What was uploaded before, so that a picture is uploaded once per integration and checksum. */
export type Uploads = {
  find(checksum: string): Promise<string | undefined>
  keep(checksum: string, externalRef: string): Promise<void>
}

/** What a create sent by which its copy can be found. */
export type CmsCreated = { item: Pick<CmsItem, 'id' | 'title' | 'slug' | 'contentHtml'>; mapping: FieldMapping }

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
export type CmsConnector = AnyConnector & {
  kind: 'cms'
  /** The fields that the target has; where it cannot say, those of the default mapping. */
  fields(connection: Connection): Promise<readonly ExternalField[]>
  defaultMapping(fields: readonly ExternalField[]): FieldMapping
  /** What `fetch` would answer in `fields` if every field of the write were kept: the other side of the comparison. */
  expected(write: Pick<CmsWrite, 'item' | 'mapping'>): CmsCopy['fields']
  /** A copy that an earlier create left behind, found by the item's id there or, where that is not kept, by slug, title and body. */
  find(connection: Connection, created: CmsCreated): Promise<CmsCopy | undefined>
  /** Errors: every kind of `ConnectorFault`; after `unavailable` a create may have happened. */
  upsert(connection: Connection, write: CmsWrite): Promise<CmsWritten>
  /** Takes the copy off the public site; it stays as a draft there. */
  unpublish(connection: Connection, copy: { externalId: string; etag: string | null }): Promise<void>
  /** Removes the copy. A copy that is gone already counts as removed. */
  remove(connection: Connection, externalId: string): Promise<void>
  /** Errors: `notFound` where it is gone; a copy in the service's trash is returned as `trashed`. */
  fetch(connection: Connection, externalId: string, mapping: FieldMapping): Promise<CmsCopy>
}

import type { CarriedTexts } from '#areas/exchange/carried-texts.ts'

/**
 * What an importer yields. A stream is read once, in its order: terms, authors and media come before the items that name them, so a writer can look each
 * of them up by its key. Every file or entry of the source ends as a record or is counted in a `skipped` one.
 *
 * Texts are NFC, without control characters and within the lengths of an item's fields (`importText` cuts, and a note says so).
 */
export type ImportRecord =
  | ImportedItem
  | ImportedTerm
  | ImportedAuthor
  | ImportedMedia
  | SkippedEntry
  | KnownEntries
  | ImportNote

export type ImportedItem = {
  kind: 'item'
  /** Stable across runs and unique in the stream: by it a second run finds what the first one created. */
  sourceKey: string
  /** File name or entry for the report. */
  sourceLabel: string
  type: 'post' | 'page'
  title: string
  /** In slug form and unique among the files of a folder; null: make one from the title. It may be taken in the database. */
  slug: string | null
  content: string
  contentFormat: 'markdown' | 'html'
  excerpt: string | null
  status: 'draft' | 'scheduled' | 'published'
  /** Scheduled: in the future. Published: past, or null when the source has no date. Draft: null, or in the future for a legacy scheduled row (content.md#separate-axes-of-state). */
  publishAt: Date | null
  /** Draft: the date that it is published with again, as far as the source says. */
  firstPublishedAt?: Date | null
  createdAt: Date | null
  modifiedAt: Date | null
  authors: NamedReference[]
  categories: NamedReference[]
  tags: NamedReference[]
  /** What kind of text it says it is, in the words of the source. */
  statedType?: string | null
  /** The slug of the collection of Masthead that it comes from. */
  statedCollection?: string | null
  /** Fields under their names in Masthead, as inputs accept them. */
  ownFields?: Readonly<Record<string, unknown>>
  /** Paths that begin with `/`, without query and closing slash. Each becomes a redirect. */
  aliases: string[]
  /** The path under which the source published it, in the form of `aliases`; null when unknown. */
  sourcePath: string | null
  externalUrl: string | null
  /** `sourceKey` of a media record. The media may be missing from the source. */
  featuredMediaKey: string | null
  /** The featured image where it is not a media record. */
  featuredPicture?: SourcePicture | null
  /** Pictures that the source knows more about, by their address as it is written in `content`. */
  pictures?: ReadonlyMap<string, SourcePicture>
} & CarriedTexts

/** A file of the source; `path` is relative to it, with `/`. */
export type SourceFile = { path: string; bytes: number; read(): Promise<Buffer> }

/** A picture: a file of the source, or addresses of it on other servers, the best first. */
export type SourcePicture = {
  alt: string | null
  /** What the body says where no media is made of it; null: what is written there. */
  otherwise: string | null
} & ({ file: SourceFile } | { addresses: readonly [string, ...string[]] })

/** A person or term by name; the slug is in slug form, null: make one from the name. */
export type NamedReference = { name: string; slug: string | null; bio?: string }

export type ImportedTerm = {
  kind: 'term'
  sourceLabel: string
  taxonomy: 'category' | 'tag'
  name: string
  slug: string | null
  description: string | null
}

export type ImportedAuthor = { kind: 'author'; sourceLabel: string; name: string; slug: string | null }

export type ImportedMedia = {
  kind: 'media'
  sourceKey: string
  sourceLabel: string
  /** Absolute; nothing is fetched. */
  url: string
  title: string | null
  alt: string | null
  description: string | null
  mime: string | null
}

/** Entries that do not become a record: `what` they are in the singular, why, and how many. */
export type SkippedEntry = { kind: 'skipped'; sourceLabel: string; what: string; reason: string; count: number }

/** Entries that do not become a record, under a label that fits into a report. */
export function skippedEntry(label: string, what: string, reason: string, count = 1): SkippedEntry {
  return { kind: 'skipped', sourceLabel: label.slice(0, 300), what, reason, count }
}

/** Entries that an earlier run created and that were not read again. */
export type KnownEntries = { kind: 'known'; count: number }

export const noteCodes = [
  'title_made',
  'text_shortened',
  'characters_removed',
  'slug_changed',
  'slug_shared',
  'date_missing',
  'date_unreadable',
  'status_changed',
  'field_ignored',
  'value_ignored',
  'link_unresolved',
  'image_unresolved',
  'shortcode_kept',
  'shortcode_opened',
  'block_dropped',
  'body_untouched',
  'hierarchy_flattened',
  'key_repeated',
] as const
export type NoteCode = (typeof noteCodes)[number]

/** Something that was changed or could not be carried over; `count` is how often. Sums over the whole source come last. */
export type ImportNote = { kind: 'note'; sourceLabel: string; code: NoteCode; message: string; count: number }

/** A note about one entry, before it gets the entry's label. */
export type Remark = { code: NoteCode; message: string }

/** The notes of an entry: equal remarks are one note with their count. */
export function notesOf(sourceLabel: string, remarks: readonly Remark[]): ImportNote[] {
  const notes = new Map<string, ImportNote>()
  for (const remark of remarks) {
    const key = `${remark.code} ${remark.message}`
    const note = notes.get(key)
    if (note) note.count++
    else notes.set(key, { kind: 'note', sourceLabel, count: 1, ...remark })
  }
  return [...notes.values()]
}

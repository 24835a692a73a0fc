import type { z } from 'zod'

import type { TermKind } from '#areas/taxonomies/index.ts'
import type { Tables } from '#kernel/tables.ts'

import type { FieldReferences } from './field-references.ts'

/** A column of the table of items. */
export type ItemColumn = Exclude<keyof Tables['item'], 'organization_id'>

/** Everything that Masthead needs to know about one field of an item (content.md#one-declaration-of-a-field). */
export type ItemField = {
  /**
   * What `createItem` and `updateItem` accept, optionally. Null clears what an item may lack, an empty list or object the
   * others.
   */
  input: z.ZodType
  /** What `getItem` shows. Without it answers have another form of the field, such as the names of terms. */
  output?: z.ZodType
  /** Where it is stored. Without a column and a kind of terms it is a part of the body. */
  column?: ItemColumn
  /** The column is JSON. */
  json?: true
  /** The order of its members is kept as written (content.md#members-keep-their-order). */
  isOrdered?: true
  /** The kind of terms that it lists. */
  term?: TermKind
  /** Turns an input value into the stored one, where they differ. */
  normalize?(given: unknown, stored: unknown): unknown
  /** A change to it sets `edited_at` (content.md#edited-at-follows-text). */
  isText?: true
  /** A change to it rewrites the searched text. */
  isSearched?: true
  /** Reviewers do not look at it: a change needs no new approval. */
  isUnreviewed?: true
  /** A revision shows it and does not restore it. */
  isNotRestored?: true
  /** `bulkUpdateItems` can change it. */
  isBulk?: true
  /** The records that a value names. */
  refersTo?: FieldReferences
  /** What `/v1` shows. */
  attribute?: ItemAttribute
  /** In the front matter of an item that agents read as Markdown. */
  isInMarkdown?: true
  /** A column of the table that `exportItems` creates. */
  csv?: true
  /** Its names in other systems, which exports write and imports read; for texts only. */
  carried?: CarriedText
}

/** An attribute of items in the Content API. */
export type ItemAttribute = {
  name: string
  schema: z.ZodType
  /** Shown only where `_fields` asks for it (content-api.md#further-attributes). */
  isFurther?: true
  /** The value shown for the stored one, where they differ. The row has the columns of all attributes. */
  of?(stored: unknown, row: { title: string }): unknown
}

/** A short text that other systems have a place for. A system without a name here has none. */
export type CarriedText = {
  /** What the report of an import calls it. */
  label: string
  /** The most characters that an import keeps. */
  max: number
  /** The key of the metadata of a post in a WordPress export. */
  wxr?: string
  /** The path in a post of the REST interface of WordPress. */
  wordPress?: readonly string[]
}

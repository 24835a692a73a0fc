/** What items show, or where they are, that another record than the item changed. */
export type Shown = {
  /** What the ids are of: categories, tags and authors; images; items whose terms were changed from the side of the terms; collections. */
  by: 'term' | 'media' | 'item' | 'collection'
  ids: readonly string[]
  /** Whether the items have other addresses now. */
  areElsewhere?: boolean
  /** The URL templates that collections had before, by their ids. */
  formerTemplates?: Readonly<Record<string, string>>
  /** Whether the collections were closed, and the public sees their items no longer, or opened. */
  turned?: 'closed' | 'open'
}

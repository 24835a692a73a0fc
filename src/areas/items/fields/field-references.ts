/** Which records the value of a field names, and what remains of the value when some of them no longer exist. */
export type FieldReferences = {
  to: 'item' | 'media' | 'term'
  idsOf(value: unknown): readonly string[]
  keep(value: unknown, isKnown: (id: string) => boolean): unknown
}

/** A field that is one id or null. */
export const oneMedia = {
  to: 'media',
  idsOf: (id: string | null) => (id === null ? [] : [id]),
  keep: (id: string | null, isKnown: (id: string) => boolean) => (id !== null && isKnown(id) ? id : null),
} as const

/** A field that is a list of ids. */
export const many = <To extends 'item' | 'term'>(to: To) =>
  ({
    to,
    idsOf: (ids: readonly string[]) => ids,
    keep: (ids: readonly string[], isKnown: (id: string) => boolean) => ids.filter(isKnown),
  }) as const

type Suggestion = { targetItemId?: string | undefined }

/** Suggested links, of which some name an item. */
export const suggestedItems = {
  to: 'item',
  idsOf: (suggestions: readonly Suggestion[]) => suggestions.flatMap(({ targetItemId }) => targetItemId ?? []),
  keep: (suggestions: readonly Suggestion[], isKnown: (id: string) => boolean) =>
    suggestions.filter(({ targetItemId }) => targetItemId === undefined || isKnown(targetItemId)),
} as const

/**
 * What the JSON of a column contains, by `'<table>.<column>'`. The area that owns a column declares it, next to the schema of
 * what it writes:
 *
 * ```ts
 * declare module '#kernel/json-columns.ts' {
 *   interface JsonColumns {
 *     'item.faq': FaqEntry[]
 *   }
 * }
 * ```
 */
export interface JsonColumns {}

/** The type of a column's JSON: as its area declares it, otherwise unknown. */
export type JsonOf<Name extends string> = Name extends keyof JsonColumns ? JsonColumns[Name] : unknown

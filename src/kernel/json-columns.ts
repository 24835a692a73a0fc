/**
 * What the JSON of a column holds, by `'<table>.<column>'`. The area that owns a column declares it, beside the schema of what it writes:
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

/** The type of a column's JSON: as its area declares it, else unknown. */
export type JsonOf<Name extends string> = Name extends keyof JsonColumns ? JsonColumns[Name] : unknown

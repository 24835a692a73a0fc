import { z } from 'zod'

/** `fields[]` of a list: only these fields of each entry, and its id (calls.md#lists-have-pages). */
export const narrowing = <S extends z.ZodRawShape>(entry: z.ZodObject<S>) =>
  z.array(entry.keyof()).max(30).optional().describe('Only these fields, and the id')

// Typed as the whole entry, which it is for every call that does not ask for less.
export const narrowed = <S extends z.ZodObject>(entry: S) => entry.partial().required({ id: true }) as unknown as S

/** An entry with the wanted fields and its id. */
export function narrow<T extends object>(entry: T, wanted: readonly string[] | undefined): T {
  if (wanted === undefined) return entry
  return Object.fromEntries(Object.entries(entry).filter(([name]) => name === 'id' || wanted.includes(name))) as T
}

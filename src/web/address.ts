import { defined, keysOf } from '#std/objects.ts'

/** Reads one value of an address; undefined where it is missing or not valid, which falls back to the default in silence. */
type Reader<T> = (given: unknown) => T | undefined
type Readers = Readonly<Record<string, Reader<unknown>>>

/** What the readers of a screen take from its address. */
export type SearchOf<R extends Readers> = { [K in keyof R]?: Exclude<ReturnType<R[K]>, undefined> }

/** The state of a screen out of its address: what is missing, unknown or not valid has no entry. */
export const searchBy =
  <const R extends Readers>(readers: R) =>
  (given: Readonly<Record<string, unknown>>): SearchOf<R> =>
    // The type follows from the readers, which fromEntries does not see.
    defined(Object.fromEntries(keysOf(readers).map((name) => [name, readers[name]?.(given[name])]))) as SearchOf<R>

/** One of the values; the standard one need not stand in the address. */
export const oneOf =
  <const V, const S extends V = never>(values: readonly V[], standard?: S): Reader<Exclude<V, S>> =>
  (given) =>
    values.find((value): value is Exclude<V, S> => value === given && value !== standard)

/** What was typed to search: a number in the address was typed as text. */
export const words =
  (longest = 200): Reader<string> =>
  (given) =>
    String(given ?? '')
      .trim()
      .slice(0, longest) || undefined

/** A text of a form. */
export const like =
  (form: RegExp): Reader<string> =>
  (given) =>
    given !== undefined && form.test(String(given)) ? String(given) : undefined

/** The id of a record of a kind, as `itm`. */
export const idOf = (kind: string): Reader<string> => like(new RegExp(`^${kind}_\\w{26}$`))

/** The page of a list, after the first. */
export const page: Reader<number> = (given) =>
  Number.isSafeInteger(Number(given)) && Number(given) > 1 ? Number(given) : undefined

export const yes: Reader<true> = (given) => (given === true ? true : undefined)

/** Whether a value is an object of JSON: no list, and not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A field of a value of which nothing is known; undefined where it has none. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The fields that have a value: those that are undefined are left out. */
export function defined<T extends object>(fields: T): Defined<T> {
  // The type follows from the filter, which fromEntries does not see.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
}

/** The names of the fields of an object that has no others than its type says. */
export function keysOf<T extends object>(fields: T): (keyof T & string)[] {
  // TypeScript types them as strings, because a value may have more fields than its type.
  return Object.keys(fields) as (keyof T & string)[]
}

/** The same fields, in the order of the names of another object. What that does not name comes last. */
export function inOrderOf<T extends object>(order: object, fields: T): T {
  const first: Record<string, unknown> = {}
  for (const name of Object.keys(order)) if (Object.hasOwn(fields, name)) first[name] = undefined
  // A name keeps the place where it was first.
  return { ...first, ...fields }
}

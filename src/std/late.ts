import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/**
 * A package that is loaded when it is first asked for, for what most processes use seldom or never: some of them take megabytes
 * (operating.md#packages-that-come-late). Example: `const yaml = late<typeof Yaml>('yaml')`, then `yaml().stringify(value)`.
 */
export function late<T>(name: string): () => T {
  let loaded: T | undefined
  return () => (loaded ??= load(name) as T)
}

/** What is made when it is first asked for; a failure is forgotten, so that the next one tries again. */
export function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}

/** What is made when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

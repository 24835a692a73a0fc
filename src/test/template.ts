import { join } from 'node:path'

/** What the databases of tests are copied from: a packed directory, or a database of the server. */
export type Template = { file: string } | { name: string }

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
  }
}

export const migrations = join(import.meta.dirname, '../../migrations')

/** Passwords of throwaway logins need no hiding. */
export const noSecrets = { encrypt: (plain: string) => plain, decrypt: (sealed: string) => sealed }

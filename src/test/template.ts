import { join } from 'node:path'

/** What the databases of tests are copied from: a packed directory, or a database of the server. */
export type Template = { file: string } | { name: string }

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
    /** An embedded database without anything in it, as a packed directory. */
    emptyTemplate: string
  }
}

export const migrations = join(import.meta.dirname, '../../migrations')

/** Passwords of throwaway logins need no hiding. */
export const noSecrets = { encrypt: (plain: string) => plain, decrypt: (sealed: string) => sealed }

/** The name of the database that the test files of this process share, on a server whose template has this name. */
export const sharedName = (template: string) => `${template}_${process.pid}`

/** What everybody who is signed in may know about the installation. */
export type InstallationFacts = {
  version: string
  database: 'embedded' | 'server'
  databaseVersion: string
  /** The latest one that was applied. */
  migration: string
}

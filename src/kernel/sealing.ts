import type { Secret } from './secret.ts'

/** The one place where a sealed text opens. `organization` is null for what belongs to the installation or to a person. */
export type Place = { organization: string | null; table: string; row: string; column: string }

/** Encryption of what must be read back, bound to its place (operating.md#master-keys). */
export type Sealing = {
  /** Seals a text for one place, under a data key of its own. The result is ASCII text. */
  encrypt(text: string | Secret<string>, place: Place): string
  /** Opens a sealed text. Throws when the text was altered or moved, or its master key is missing. */
  decrypt(sealed: string, place: Place): Secret<string>
}

/** Where nothing is sealed. */
export const noSealing: Sealing = {
  encrypt: () => refuseSealing(),
  decrypt: () => refuseSealing(),
}

function refuseSealing(): never {
  throw new Error('this runner was given no keys')
}

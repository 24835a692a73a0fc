import type { Place, Sealing } from '#kernel/sealing.ts'

/** The shared secret of an authenticator app, sealed for its row. */
export function sealTotpSecret(sealing: Sealing, userId: string, secret: Buffer): string {
  return sealing.encrypt(secret.toString('base64'), placeOf(userId))
}

/** Opens what `sealTotpSecret` made. */
export function openTotpSecret(sealing: Sealing, userId: string, sealed: string): Buffer {
  return Buffer.from(sealing.decrypt(sealed, placeOf(userId)).reveal(), 'base64')
}

function placeOf(userId: string): Place {
  return { organization: null, table: 'totp', row: userId, column: 'secret_enc' }
}

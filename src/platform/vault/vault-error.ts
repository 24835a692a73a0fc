/** The vault cannot be opened, or cannot open what it was given. The message is for the operator and contains no secret. */
export class VaultError extends Error {
  override readonly name = 'VaultError'
}

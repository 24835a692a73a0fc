/** Password hashing (account.md#passwords): slow on purpose, and never inside a transaction. */
export type Passwords = {
  /** The PHC string to store. */
  hash(password: string): Promise<string>
  /**
   * Whether the password is the one that was hashed, and its new PHC string when it was hashed at another cost. Without a
   * stored hash (an unknown address) it computes for as long and returns false.
   */
  verify(password: string, phc: string | null): Promise<{ ok: boolean; renewed?: string }>
}

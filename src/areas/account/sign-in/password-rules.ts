import { type Problem, Refusal } from '#kernel/errors.ts'

const shortest = 12
const longest = 256

/**
 * What is wrong with a new password, or undefined: 12 to 256 characters of any kind, none of the common ones, not the address.
 * No rules of composition (account.md#passwords).
 */
export async function objectionToPassword(password: string, email: string): Promise<Problem | undefined> {
  const normal = password.normalize('NFC')
  const length = Array.from(normal).length
  if (length < shortest) return problem(`Must have at least ${shortest} characters`, 'too_small')
  if (length > longest) return problem(`Must have at most ${longest} characters`, 'too_big')
  if (normal.toLowerCase() === email.trim().normalize('NFC').toLowerCase())
    return problem('Must not be the email address', 'password_is_address')
  if ((await commonPasswords()).has(normal.toLowerCase()))
    return problem('Is one of the most common passwords. Choose another one', 'password_too_common')
  return undefined
}

/** Refuses an unacceptable new password. `path` is its place in the input. Errors: 422 `validation_failed`. */
export async function requireGoodPassword(password: string, email: string, path: string): Promise<void> {
  const objection = await objectionToPassword(password, email)
  if (objection !== undefined)
    throw new Refusal('validation_failed', `The new password cannot be used: ${objection.message}.`, [
      { ...objection, path },
    ])
}

let common: ReadonlySet<string> | undefined

// 49,000 words: loaded when the first password is chosen; only those long enough to be a password are kept.
async function commonPasswords(): Promise<ReadonlySet<string>> {
  if (common === undefined) {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    common = new Set(dictionary['passwords-common'].filter((word) => word.length >= shortest))
  }
  return common
}

function problem(message: string, code: string): Problem {
  return { path: '/password', message, code }
}

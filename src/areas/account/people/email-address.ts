import { domainToASCII, domainToUnicode } from 'node:url'

import { text } from '#kernel/schema.ts'
import { hasForbiddenCharacters, hasInvisibleCharacters } from '#std/text.ts'

const mostCharacters = 254

/** The input of an operation that takes an address: in the form in which it is stored (account.md#one-spelling-per-address). */
export const emailText = () =>
  text(mostCharacters).trim().refine(isEmail, { message: 'Must be an e-mail address' }).overwrite(storedEmail)

// No quoting, comments or brackets, and no domain that is read as more than a name.
const address = /^[^\s@<>()[\]\\,;:"]+@([^\s@<>()[\]\\,;:"/?#%]+)$/

/** Whether a text can be an email address. Only a mail that arrives proves more than that. */
export function isEmail(given: string): boolean {
  return (
    !hasForbiddenCharacters(given) &&
    !hasInvisibleCharacters(given) &&
    address.test(given) &&
    !/(^|[.@])\.|\.(@|$)/.test(given) &&
    asciiDomain(given) !== '' &&
    storedEmail(given).length <= mostCharacters
  )
}

/** An address as it is stored: its domain as mail servers get it, because several spellings of a domain are one mailbox. */
export function storedEmail(given: string): string {
  const trimmed = plain(given)
  const ascii = asciiDomain(trimmed)
  return ascii === '' ? trimmed : `${trimmed.slice(0, trimmed.lastIndexOf('@'))}@${ascii}`
}

/** The form in which addresses are compared: upper and lower case are one address, and so are the spellings of a domain. */
export function emailKey(email: string): string {
  return storedEmail(email).toLowerCase()
}

/** The forms under which an address may be stored: domains were kept as they were typed before. */
export function emailKeys(email: string): string[] {
  const key = emailKey(email)
  const at = key.lastIndexOf('@') + 1
  return [...new Set([key, key.slice(0, at) + domainToUnicode(key.slice(at)), plain(email).toLowerCase()])]
}

const plain = (given: string) => given.trim().normalize('NFC')

/** Empty where there is none. */
function asciiDomain(given: string): string {
  const domain = address.exec(given)?.[1]
  return domain === undefined ? '' : domainToASCII(domain)
}

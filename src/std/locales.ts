/** Whether a text names a time zone of the IANA list. An offset such as `+01:00` is not one. */
export function isTimeZone(text: string): boolean {
  if (!/^[a-z]/i.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The canonical form of a language tag (BCP 47); undefined when the text is not one. */
export function canonicalLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch {
    return undefined
  }
}

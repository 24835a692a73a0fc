/** What the doctor found out about one subject: a sentence, and what to do unless it is fine. */
export type Check =
  | { name: string; level: 'ok'; says: string }
  | { name: string; level: 'warning' | 'error'; says: string; fix: string }

export const fine = (name: string, says: string): Check => ({ name, level: 'ok', says })
export const warning = (name: string, says: string, fix: string): Check => ({ name, level: 'warning', says, fix })
export const fault = (name: string, says: string, fix: string): Check => ({ name, level: 'error', says, fix })

/** Exit code: 0 fine, 1 warnings, 2 errors (operating.md#doctor-changes-nothing). */
export function exitCodeOf(checks: readonly Check[]): number {
  if (checks.some(({ level }) => level === 'error')) return 2
  return checks.some(({ level }) => level === 'warning') ? 1 : 0
}

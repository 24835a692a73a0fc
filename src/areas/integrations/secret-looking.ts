import { Refusal } from '#kernel/errors.ts'

const secretNames =
  /secret|token|passw|api[-_]?key|private[-_]?key|credential|authorization|signature|^key$|^auth$|^sig$/i

// Prefixes of the secrets of well-known services, of this product's keys, and of keys in PEM.
const secretValues =
  /^(whsec_|sk[-_]|rk_live_|pk_live_|gh[opsu]_|github_pat_|xox[abpors]-|AKIA[0-9A-Z]{12}|AIza|eyJ[\w-]+\.[\w-]+\.|glpat-|shp(at|ss|ca|pa)_|mh_|bearer\s|basic\s|-----BEGIN )/i

/** The setting that looks like a secret: by its name, by its value, or by the query of an address. */
export function secretIn(settings: Record<string, unknown>): string | undefined {
  return Object.entries(settings).find(([name, value]) => looksSecret(name, value))?.[0]
}

/**
 * Refuses settings that look like a secret with `secret_not_accepted`. Secrets have a place of their own, where they are
 * sealed.
 */
export function requireNoSecrets(settings: Record<string, unknown>): void {
  const field = secretIn(settings)?.slice(0, 60)
  if (field === undefined) return
  throw new Refusal(
    'secret_not_accepted',
    `The setting ${field} looks like a secret. Messages are signed instead: a signed-in person creates the secret.`,
    { field },
  )
}

function looksSecret(name: string, value: unknown): boolean {
  if (secretNames.test(name)) return true
  return typeof value === 'string' && (secretValues.test(value.trim()) || hasSecretInQuery(value))
}

function hasSecretInQuery(value: string): boolean {
  const url = URL.parse(value)
  if (url === null) return false
  return [...url.searchParams].some(([name, given]) => secretNames.test(name) || secretValues.test(given))
}

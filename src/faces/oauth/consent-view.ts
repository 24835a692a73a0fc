import type { GrantableOrganization } from '#areas/oauth/index.ts'
import type { Reference } from '#catalog/derived/reference.ts'
import { ceilingOf, type Role, type Scope, scopes } from '#kernel/scope.ts'
import { truncate } from '#std/text.ts'

/** One scope as the page offers it. */
export type OfferedScope = {
  scope: Scope
  isAsked: boolean
  isTicked: boolean
  /** Asked for now and not part of the last choice (oauth.md#new-scopes-are-not-ticked). */
  isNew: boolean
  /** Whether the role allows it. */
  isOpen: boolean
  operations: readonly string[]
}

export type OrganizationChoice = GrantableOrganization & { isChosen: boolean }

type Choice = { organizationId: string; scopes: readonly string[] }

/** The organizations with the chosen one: the one asked for, else that of the last choice, else the active one. */
export function chooseOrganization(
  organizations: readonly GrantableOrganization[],
  wishes: readonly (string | null | undefined)[],
): OrganizationChoice[] {
  const open = organizations.filter(({ obstacle }) => obstacle === null)
  const chosen =
    wishes.map((wish) => open.find(({ id }) => id === wish)).find((found) => found !== undefined) ?? open[0]
  return organizations.map((one) => ({ ...one, isChosen: one === chosen }))
}

/** What the page offers: ticked at first is what was asked for and the role allows, or the last choice. */
export function offerScopes(
  asked: readonly Scope[],
  { role, last, reference }: { role: Role | undefined; last: Choice | undefined; reference: Reference },
): ReadonlyMap<Scope, OfferedScope> {
  const ceiling = role === undefined ? [] : ceilingOf[role]
  return new Map(
    scopes.map((scope) => {
      const isAsked = asked.includes(scope)
      const isOpen = ceiling.includes(scope)
      const wasChosen = last?.scopes.includes(scope) ?? isAsked
      const operations = reference.exposed.filter(({ op }) => op.scope === scope).map(({ entry }) => entry.title)
      const offered = {
        scope,
        isAsked,
        isOpen,
        isTicked: isOpen && wasChosen,
        isNew: isAsked && !wasChosen,
        operations,
      }
      return [scope, offered]
    }),
  )
}

/** The scopes of a request, without `offline_access`. */
export function scopesIn(text: unknown): Scope[] {
  const words = typeof text === 'string' ? text.split(' ') : []
  return scopes.filter((scope) => words.includes(scope))
}

const nameLength = 80

/** The name of a client: untrusted text without anything invisible in it, at most 80 characters. */
export function displayName(name: string | undefined): string {
  const plain = (name ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2800\u3164\uFFA0\s]+/gu, ' ')
    .trim()
  return truncate(plain, nameLength) || 'An application without a name'
}

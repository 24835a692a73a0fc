import { createContext, useContext } from 'react'

import type { Client } from '#web/client.ts'
import type { LiveEvents } from '#web/live-events.ts'
import type { Membership } from '#web/session.ts'

export const ClientContext = createContext<Client | null>(null)
export const LiveContext = createContext<LiveEvents | null>(null)
export const OrganizationContext = createContext<Membership | null>(null)

/** The id of the person whose page this is. */
export const PersonContext = createContext<string | null>(null)

export function useClient(): Client {
  return present(useContext(ClientContext), 'client')
}

export function useLive(): LiveEvents {
  return present(useContext(LiveContext), 'live events')
}

/** The organization that the address of this page names. */
export function useOrganization(): Membership {
  return present(useContext(OrganizationContext), 'organization')
}

/** The id of the person who was signed in when this page was opened. */
export function usePersonId(): string {
  return present(useContext(PersonContext), 'person')
}

/** The same where perhaps nobody has signed in yet: empty then, which a call does not say. */
export const useWhosePage = (): string => useContext(PersonContext) ?? ''

function present<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`There is no ${what} around this component`)
  return value
}

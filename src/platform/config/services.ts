import { type OAuthClient, type Provider, signedInTo } from '#kernel/connection.ts'

import type { VariableName, Variables } from './variables.ts'

/** Where services are reached and as whom, by provider: what the operator of the installation says of them. */
export type Services = {
  /** Addresses in place of their own. */
  urls: Readonly<Partial<Record<Provider, string>>>
  /** The registrations of this installation with services that people sign in to. */
  clients: Readonly<Partial<Record<Provider, OAuthClient>>>
}

/** The providers with a base address, and the start of its variable. */
const addressed = {
  SLACK: 'slack',
  DISCORD: 'discord',
  INDEXNOW: 'indexnow',
  WEBFLOW: 'webflow',
  SHOPIFY: 'shopify',
  GOOGLE: 'google_search_console',
} as const satisfies Record<string, Provider>

const startsOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[]

export function servicesOf(values: Variables): Services {
  const urls = startsOf(addressed).flatMap((start) => {
    const url = values[`${start}_BASE_URL`]
    return url === undefined ? [] : [[addressed[start], url] as const]
  })
  const clients = startsOf(signedInTo).flatMap((start) => {
    const [id, secret] = [values[`${start}_CLIENT_ID`], values[`${start}_CLIENT_SECRET`]]
    return id === undefined || secret === undefined ? [] : [[signedInTo[start], { id, secret }] as const]
  })
  return { urls: Object.fromEntries(urls), clients: Object.fromEntries(clients) }
}

type SomeVariables = { [Name in VariableName]?: Variables[Name] | undefined }

/** A client id without its secret, or the other way round: the variable that is missing. */
export function halfClients(values: SomeVariables): { missing: VariableName; beside: VariableName }[] {
  return startsOf(signedInTo).flatMap((start) => {
    const names = [`${start}_CLIENT_ID`, `${start}_CLIENT_SECRET`] as const
    const missing = names.find((name) => values[name] === undefined)
    const beside = names.find((name) => values[name] !== undefined)
    return missing === undefined || beside === undefined ? [] : [{ missing, beside }]
  })
}

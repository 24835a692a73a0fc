import type { Connector, Connectors, Provider } from '#kernel/connector.ts'

import { wordpress } from './cms/wordpress/wordpress.ts'

/** Every connector, one line each. */
const all: readonly Connector[] = [wordpress]

/** The connectors, with the base addresses that the operator set. */
export function openConnectors(baseUrls: Readonly<Partial<Record<Provider, string>>>): Connectors {
  return {
    all,
    find: (provider) => all.find((one) => one.provider === provider),
    baseUrl: (provider) => baseUrls[provider],
  }
}

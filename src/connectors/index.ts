import type { OAuthClient, Provider } from '#kernel/connection.ts'
import type { Connector, Connectors } from '#kernel/connector.ts'
import { sharePlaces } from '#kernel/shared-places.ts'

import { discord } from './chat/discord.ts'
import { slack } from './chat/slack.ts'
import { teams } from './chat/teams.ts'
import { ghost } from './cms/ghost/ghost.ts'
import { shopify } from './cms/shopify/shopify.ts'
import { webflow } from './cms/webflow/webflow.ts'
import { webhook } from './cms/webhook/webhook.ts'
import { wordpress } from './cms/wordpress/wordpress.ts'
import { indexnow } from './notify/indexnow.ts'
import { searchConsole } from './search/search-console.ts'

/** Every connector, one line each. */
const all: readonly Connector[] = [
  wordpress,
  ghost,
  webflow,
  shopify,
  webhook,
  slack,
  teams,
  discord,
  indexnow,
  searchConsole,
]

/** The connectors, with the base addresses and the registrations that the operator set. */
export function openConnectors(
  baseUrls: Readonly<Partial<Record<Provider, string>>>,
  clients: Readonly<Partial<Record<Provider, OAuthClient>>> = {},
  places = sharePlaces(),
): Connectors {
  return {
    all,
    find: (provider) => all.find((one) => one.provider === provider),
    baseUrl: (provider) => baseUrls[provider],
    client: (provider) => clients[provider],
    places,
  }
}

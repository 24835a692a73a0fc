import type { CmsConnector } from './cms-connector.ts'
import type { AnyConnector, Connection, OAuthClient, Provider } from './connection.ts'
import type { SearchConnector } from './search-connector.ts'
import { sharePlaces, type SharedPlaces } from './shared-places.ts'

/** An endpoint of the organization's own that gets whole items, signed. It is not read back. */
export type WebhookConnector = AnyConnector & {
  kind: 'webhook'
  /**
   * Sends one message. A create that the endpoint answers with 409 and an id is adopted: the item is there already. Errors:
   * `notFound` for 410, `auth` for 401 and 403.
   */
  deliver(
    connection: Connection,
    message: { id: string; body: string; at: Date; isNew: boolean },
  ): Promise<{ externalId: string | null; externalUrl: string | null; httpStatus: number; isAdopted: boolean }>
}

/** A team chat. */
export type ChatConnector = AnyConnector & {
  kind: 'chat'
  /** Sends plain text, escaped for the service; a long one in several messages where the service has a limit. */
  send(
    connection: Connection,
    message: { text: string; channelId?: string | undefined },
  ): Promise<{ externalId: string | null }>
}

/** What search engines are notified through. */
export type IndexNowConnector = AnyConnector & {
  kind: 'indexnow'
  /** The address that is submitted to. */
  endpoint(connection: Connection): string
  /** Where the key file is; undefined where nothing says so. */
  keyLocation(connection: Connection, siteUrl: string | null): string | undefined
  /** Errors: `notFound` with reason `key_file` where the key file does not answer with the key. */
  checkKeyFile(connection: Connection, keyLocation: string): Promise<void>
  /** Addresses on the host of the key file, at most 10,000. */
  submit(
    connection: Connection,
    given: { keyLocation: string; urls: readonly string[] },
  ): Promise<{ endpoint: string; httpStatus: number }>
}

export type Connector = CmsConnector | WebhookConnector | ChatConnector | IndexNowConnector | SearchConnector

/** The connectors of this installation. */
export type Connectors = {
  all: readonly Connector[]
  find(provider: string): Connector | undefined
  /** The base address that the operator set for a provider, in place of its own. */
  baseUrl(provider: Provider): string | undefined
  /** The operator's registration with a provider that people sign in to. */
  client(provider: Provider): OAuthClient | undefined
  /** What requests to one integration wait for. */
  places: SharedPlaces
}

/** Where nothing can be connected. */
export const noConnectors: Connectors = {
  all: [],
  find: () => undefined,
  baseUrl: () => undefined,
  client: () => undefined,
  places: sharePlaces(),
}

/** Declares a connector, unchanged. A new one is one folder and one line in `connectors/index.ts`. */
export function connector<const C extends Connector>(declaration: C): C {
  return declaration
}

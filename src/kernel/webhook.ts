import type { Secret } from './secret.ts'

/** Old receivers get the secret itself in one of these headers, besides the signature. */
export type LegacyHeader = 'authorization' | 'x-webhook-secret'

/** An address that the installation's own settings name, with the secret that signs its messages. */
export type ConfiguredWebhook = { url: string; secret: Secret<string>; legacyHeader: LegacyHeader | null }

/** The webhook of an organization by the installation's settings, undefined where they name none. */
export type ConfiguredWebhooks = (organizationId: string) => ConfiguredWebhook | undefined

/** Where the settings name none. */
export const noWebhooks: ConfiguredWebhooks = () => undefined

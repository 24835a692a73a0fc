import { resolve } from 'node:path'

import { Secret } from '#kernel/secret.ts'
import type { ConfiguredWebhook } from '#kernel/webhook.ts'
import type { S3Options } from '#platform/files/s3-client.ts'
import type { MasterKey } from '#platform/vault/master-keys.ts'

import { requireFaultless } from './config-faults.ts'
import { readEnv, warnOfUnknown } from './env.ts'
import type { Environment } from './env.ts'
import { modelsOf, type ModelsConfig } from './models.ts'
import { reachableHost } from './reachable-host.ts'
import { type Services, servicesOf } from './services.ts'
import type { Variables } from './variables.ts'
import type { WebhooksById } from './webhooks.ts'

/** Everything that an installation sets, in groups, complete with defaults. */
export type Config = {
  server: {
    host: string
    /** 0: chosen by the system. */
    port: number
    /** Null: `http://<host>:<port>`; `baseUrlOf` says it once the port is known. */
    baseUrl: string | null
    allowHttp: boolean
    trustedProxies: readonly string[]
    /** Private networks that outbound requests may reach. */
    privateNetworks: readonly string[]
    /** Beside that of the base URL, for /mcp. */
    allowedHosts: readonly string[]
    /** Beside that of the base URL, for /mcp. */
    allowedOrigins: readonly string[]
    /** Seconds. */
    shutdownDelay: number
    maxConnections: number
    /** Whether people get accounts without an invitation. */
    openSignUp: boolean
  }
  /** Whether the server does background work too; `masthead work` does it in any case. */
  worker: boolean
  /** An absolute path. */
  dataDir: string
  database: {
    /** Null: the embedded engine below `dataDir`. */
    url: Secret<string> | null
    /** Around a pooler; null: `url`. */
    directUrl: Secret<string> | null
    /** A streaming replica; null: none. */
    readUrl: Secret<string> | null
    logins: { app: Secret<string>; auth: Secret<string>; system: Secret<string> } | null
    /** A login that removes audit records; null: made like the others, or none beside logins of the operator. */
    retentionUrl: Secret<string> | null
    statements: 'named' | 'unnamed'
    poolMax: number
    fsync: boolean
  }
  /** Null: files lie below `dataDir`. */
  s3: S3Options | null
  /** Null: the key file below `dataDir`. */
  masterKeys: readonly MasterKey[] | null
  /** A browser that the operator names, and where one that comes as a package is unpacked. */
  browser: { chromePath: string | null; keepIn: string }
  /** Null: no mail is sent. */
  mail: { server: Secret<string>; from: string } | null
  /** Websites that the installation's own settings name (integrations.md#whose-settings-count). */
  webhooks: {
    byOrganization: Secret<WebhooksById>
    /** For organizations without an entry, or for the one that is named. */
    single: { webhook: Secret<ConfiguredWebhook>; organizationId: string | null } | null
  }
  /** Addresses in place of those of services, and the operator's registrations with services that people sign in to. */
  services: Services
  models: ModelsConfig
  limits: {
    rateStore: 'memory' | 'postgres'
    /** 0: no limit. */
    contentPerMinute: number
    contentCacheMb: number
  }
  oauth: {
    /** Per address prefix; 0: no limit. */
    registrations: { perMinute: number; perDay: number }
    /** Whether clients may be named by the URL of their metadata document (oauth.md#client-documents). */
    clientDocuments: Variables['OAUTH_CIMD']
  }
  /** Null: none are served. */
  metrics: { host: string; port: number } | null
  /** Null: none are made. */
  traces: {
    endpoint: string
    headers: Secret<Readonly<Record<string, string>>> | null
    service: string
    /** The share that is sent, from 0 to 1. */
    share: number
  } | null
  log: { level: Variables['LOG_LEVEL']; format: Variables['LOG_FORMAT'] }
}

/** Reads the whole configuration. Throws one `ConfigError` with all faults; warnings do not keep it from being used. */
export function readConfig(env: Environment): { config: Config; warnings: string[] } {
  const values = requireFaultless(readEnv(env))
  return { config: configOf(values), warnings: [...warnOfUnknown(env), ...warnOfUnusual(values)] }
}

/** The public address without a slash at its end, given the port that the server really listens on. */
export function baseUrlOf({ baseUrl, host }: Config['server'], port: number): string {
  return baseUrl ?? `http://${reachableHost(host)}:${port}`
}

function configOf(values: Variables): Config {
  const { DATABASE_APP_URL: app, DATABASE_AUTH_URL: auth, DATABASE_SYSTEM_URL: system } = values
  const { RATE_LIMIT_STORE: store, SMTP_URL: smtp, MAIL_FROM: from } = values
  return {
    server: {
      host: values.HOST,
      port: values.PORT,
      baseUrl: values.BASE_URL ?? null,
      allowHttp: values.MASTHEAD_ALLOW_HTTP,
      trustedProxies: values.TRUSTED_PROXIES ?? [],
      privateNetworks: values.ALLOW_PRIVATE_NETWORK ?? [],
      allowedHosts: values.ALLOWED_HOSTS ?? [],
      allowedOrigins: values.MCP_ALLOWED_ORIGINS ?? [],
      shutdownDelay: values.SHUTDOWN_DELAY,
      maxConnections: values.MAX_CONNECTIONS,
      openSignUp: values.OPEN_SIGN_UP,
    },
    worker: values.WORKER,
    browser: { chromePath: values.CHROME_PATH ?? null, keepIn: resolve(values.DATA_DIR, 'browser') },
    dataDir: resolve(values.DATA_DIR),
    database: {
      url: values.DATABASE_URL ?? null,
      directUrl: values.DATABASE_DIRECT_URL ?? null,
      readUrl: values.DATABASE_READ_URL ?? null,
      logins: app && auth && system ? { app, auth, system } : null,
      retentionUrl: values.DATABASE_RETENTION_URL ?? null,
      statements: values.DATABASE_STATEMENTS,
      poolMax: values.DATABASE_POOL_MAX,
      fsync: values.DB_FSYNC,
    },
    s3: s3Of(values),
    masterKeys: values.MASTHEAD_KEYS ?? null,
    mail: smtp && from ? { server: smtp, from } : null,
    webhooks: webhooksOf(values),
    services: servicesOf(values),
    models: modelsOf(values),
    limits: {
      rateStore: store === 'auto' ? (values.DATABASE_URL ? 'postgres' : 'memory') : store,
      contentPerMinute: values.CONTENT_RATE_PER_MINUTE,
      contentCacheMb: values.CONTENT_CACHE_MB,
    },
    oauth: {
      registrations: {
        perMinute: values.OAUTH_REGISTRATIONS_PER_MINUTE,
        perDay: values.OAUTH_REGISTRATIONS_PER_DAY,
      },
      clientDocuments: values.OAUTH_CIMD,
    },
    metrics: values.METRICS ?? null,
    traces: tracesOf(values),
    log: { level: values.LOG_LEVEL, format: values.LOG_FORMAT },
  }
}

function tracesOf(values: Variables): Config['traces'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = null } = values
  if (endpoint === undefined) return null
  return { endpoint, headers, service: values.OTEL_SERVICE_NAME, share: values.OTEL_TRACES_SAMPLER_ARG }
}

function s3Of(values: Variables): S3Options | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  if (values.MEDIA_STORE !== 's3' || !bucket || !accessKeyId || !secretAccessKey) return null
  const { S3_REGION: region, S3_PATH_STYLE: pathStyle } = values
  const endpoint = values.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, pathStyle }
}

function webhooksOf(values: Variables): Config['webhooks'] {
  const { CONTENT_REVALIDATION_WEBHOOK_URL: url, CONTENT_REVALIDATION_WEBHOOK_SECRET: secret } = values
  const webhook = url && secret ? { url: url.reveal(), secret, legacyHeader: null } : undefined
  return {
    byOrganization: values.CONTENT_REVALIDATION_WEBHOOKS ?? new Secret(new Map()),
    single:
      webhook === undefined
        ? null
        : { webhook: new Secret(webhook), organizationId: values.CONTENT_REVALIDATION_ORGANIZATION_ID ?? null },
  }
}

function warnOfUnusual({ HOST, BASE_URL }: Variables): string[] {
  if (BASE_URL !== undefined || reachableHost(HOST) !== 'localhost' || HOST === 'localhost') return []
  return ['HOST is every address of this machine, but BASE_URL is not set: links lead to localhost']
}

import { mask } from '#kernel/secret.ts'

import { baseUrlOf } from './config.ts'
import type { Config } from './config.ts'
import { aboutVariable, variableNames } from './variables.ts'
import type { VariableName } from './variables.ts'

/** The effective value of every variable, in the order of `.env.example`, with secrets masked. */
export function describeConfig(config: Config): { name: VariableName; value: string; description: string }[] {
  return variableNames.map((name) => ({
    name,
    value: effective[name](config),
    description: aboutVariable(name).description,
  }))
}

const embedded = 'embedded'
const automatic = 'created at start'

const effective: Record<VariableName, (config: Config) => string> = {
  HOST: ({ server }) => server.host,
  PORT: ({ server }) => String(server.port),
  BASE_URL: ({ server }) => baseUrlOf(server, server.port),
  MASTHEAD_ALLOW_HTTP: ({ server }) => (server.allowHttp ? '1' : '0'),
  WORKER: ({ worker }) => (worker ? 'on' : 'off'),
  CHROME_PATH: ({ browser }) => browser.chromePath ?? 'none',
  TRUSTED_PROXIES: ({ server }) => server.trustedProxies.join(','),
  ALLOW_PRIVATE_NETWORK: ({ server }) => server.privateNetworks.join(','),
  ALLOWED_HOSTS: ({ server }) => server.allowedHosts.join(','),
  MCP_ALLOWED_ORIGINS: ({ server }) => server.allowedOrigins.join(','),
  SHUTDOWN_DELAY: ({ server }) => String(server.shutdownDelay),
  OPEN_SIGN_UP: ({ server }) => (server.openSignUp ? 'on' : 'off'),
  DATA_DIR: ({ dataDir }) => dataDir,
  DB_FSYNC: ({ database }) => (database.fsync ? 'on' : 'off'),
  DATABASE_DIRECT_URL: ({ database }) => (database.directUrl ? mask : 'DATABASE_URL'),
  DATABASE_READ_URL: ({ database }) => (database.readUrl ? mask : 'DATABASE_URL'),
  DATABASE_URL: ({ database }) => (database.url ? mask : embedded),
  DATABASE_APP_URL: ({ database }) => (database.logins ? mask : automatic),
  DATABASE_AUTH_URL: ({ database }) => (database.logins ? mask : automatic),
  DATABASE_SYSTEM_URL: ({ database }) => (database.logins ? mask : automatic),
  DATABASE_RETENTION_URL: ({ database: { retentionUrl, logins } }) =>
    retentionUrl ? mask : logins ? 'none' : automatic,
  DATABASE_STATEMENTS: ({ database }) => database.statements,
  DATABASE_POOL_MAX: ({ database }) => String(database.poolMax),
  MEDIA_STORE: ({ s3 }) => (s3 ? 's3' : 'local'),
  S3_ENDPOINT: ({ s3 }) => s3?.endpoint ?? 'none',
  S3_BUCKET: ({ s3 }) => s3?.bucket ?? 'none',
  S3_REGION: ({ s3 }) => s3?.region ?? 'none',
  S3_PATH_STYLE: ({ s3 }) => (s3?.pathStyle ? 'on' : 'off'),
  S3_ACCESS_KEY_ID: ({ s3 }) => s3?.accessKeyId ?? 'none',
  S3_SECRET_ACCESS_KEY: ({ s3 }) => (s3 ? mask : 'none'),
  MASTHEAD_KEYS: ({ masterKeys }) => masterKeys?.map(({ kid }) => `${kid}:${mask}`).join(',') ?? 'key file',
  SMTP_URL: ({ mail }) => (mail ? mask : 'none'),
  MAIL_FROM: ({ mail }) => mail?.from ?? 'none',
  CONTENT_REVALIDATION_WEBHOOKS: ({ webhooks }) => (webhooks.byOrganization.reveal().size > 0 ? mask : 'none'),
  CONTENT_REVALIDATION_WEBHOOK_URL: ({ webhooks }) => (webhooks.single ? mask : 'none'),
  CONTENT_REVALIDATION_WEBHOOK_SECRET: ({ webhooks }) => (webhooks.single ? mask : 'none'),
  CONTENT_REVALIDATION_ORGANIZATION_ID: ({ webhooks }) => webhooks.single?.organizationId ?? 'every organization',
  MAX_CONNECTIONS: ({ server }) => String(server.maxConnections),
  RATE_LIMIT_STORE: ({ limits }) => limits.rateStore,
  SLACK_BASE_URL: ({ services }) => services.urls.slack ?? 'its own hosts',
  DISCORD_BASE_URL: ({ services }) => services.urls.discord ?? 'its own host',
  INDEXNOW_BASE_URL: ({ services }) => services.urls.indexnow ?? 'its own host',
  WEBFLOW_BASE_URL: ({ services }) => services.urls.webflow ?? 'its own hosts',
  SHOPIFY_BASE_URL: ({ services }) => services.urls.shopify ?? 'its own hosts',
  GOOGLE_CLIENT_ID: ({ services }) => services.clients.google_search_console?.id ?? 'none',
  GOOGLE_CLIENT_SECRET: ({ services }) => (services.clients.google_search_console ? mask : 'none'),
  WEBFLOW_CLIENT_ID: ({ services }) => services.clients.webflow?.id ?? 'none',
  WEBFLOW_CLIENT_SECRET: ({ services }) => (services.clients.webflow ? mask : 'none'),
  SHOPIFY_CLIENT_ID: ({ services }) => services.clients.shopify?.id ?? 'none',
  SHOPIFY_CLIENT_SECRET: ({ services }) => (services.clients.shopify ? mask : 'none'),
  SLACK_CLIENT_ID: ({ services }) => services.clients.slack?.id ?? 'none',
  SLACK_CLIENT_SECRET: ({ services }) => (services.clients.slack ? mask : 'none'),
  OPENAI_API_KEY: ({ models }) => (models.configured.openai?.key ? mask : 'none'),
  OPENAI_BASE_URL: ({ models }) => models.configured.openai?.baseUrl ?? 'its own host',
  ANTHROPIC_API_KEY: ({ models }) => (models.configured.anthropic?.key ? mask : 'none'),
  ANTHROPIC_BASE_URL: ({ models }) => models.configured.anthropic?.baseUrl ?? 'its own host',
  GOOGLE_API_KEY: ({ models }) => (models.configured.google?.key ? mask : 'none'),
  GOOGLE_BASE_URL: ({ services }) => services.urls.google_search_console ?? 'its own hosts',
  PERPLEXITY_API_KEY: ({ models }) => (models.configured.perplexity?.key ? mask : 'none'),
  PERPLEXITY_BASE_URL: ({ models }) => models.configured.perplexity?.baseUrl ?? 'its own host',
  OPENAI_COMPATIBLE_BASE_URL: ({ models }) => models.configured.openai_compatible?.baseUrl ?? 'none',
  OPENAI_COMPATIBLE_API_KEY: ({ models }) => (models.configured.openai_compatible?.key ? mask : 'none'),
  MODEL_PRICES: ({ models }) =>
    Object.keys(models.prices).length > 0 ? JSON.stringify(models.prices) : 'the built-in list',
  CONTENT_RATE_PER_MINUTE: ({ limits }) => String(limits.contentPerMinute),
  CONTENT_CACHE_MB: ({ limits }) => String(limits.contentCacheMb),
  OAUTH_REGISTRATIONS_PER_MINUTE: ({ oauth }) => String(oauth.registrations.perMinute),
  OAUTH_REGISTRATIONS_PER_DAY: ({ oauth }) => String(oauth.registrations.perDay),
  OAUTH_CIMD: ({ oauth }) => oauth.clientDocuments,
  METRICS: ({ metrics }) => (metrics === null ? 'none' : `${metrics.host}:${metrics.port}`),
  OTEL_EXPORTER_OTLP_ENDPOINT: ({ traces }) => traces?.endpoint ?? 'none',
  OTEL_EXPORTER_OTLP_HEADERS: ({ traces }) => (traces?.headers ? mask : 'none'),
  OTEL_SERVICE_NAME: ({ traces }) => traces?.service ?? 'masthead',
  OTEL_TRACES_SAMPLER_ARG: ({ traces }) => String(traces?.share ?? 1),
  LOG_LEVEL: ({ log }) => log.level,
  LOG_FORMAT: ({ log }) => log.format,
}

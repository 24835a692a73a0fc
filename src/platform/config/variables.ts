import { z } from 'zod'

import { readMasterKeys } from '#platform/vault/master-keys.ts'
import {
  addressRanges,
  baseUrl,
  bucketName,
  headerList,
  host,
  hostAndPort,
  hostNames,
  keyId,
  mailAddress,
  oneOf,
  onOff,
  origins,
  parsed,
  regionName,
  shareOfAll,
  wholeNumber,
} from './readers.ts'
import { modelPrices, providerUrl } from './model-readers.ts'
import { databaseUrl, secret, secretKey, smtpUrl } from './secrets.ts'
import { readWebhooks, webhookSecret, webhookUrl } from './webhooks.ts'

/** What `.env.example`, reports of faults and the documentation say about a variable. */
export type About = {
  group: 'Server' | 'Database' | 'Files' | 'Secrets' | 'Mail' | 'Websites' | 'Services' | 'Models' | 'Limits' | 'Logs'
  description: string
  example: string
  /** The value when it is not set. */
  unset: string
}

const about = z.registry<About>()

const url = () => secret(databaseUrl).optional()

/** Every variable that Masthead reads. */
export const variables = z.object({
  HOST: parsed(host).prefault('127.0.0.1').register(about, {
    group: 'Server',
    description: 'Address that the server listens on; 0.0.0.0 is every address of this machine.',
    example: '0.0.0.0',
    unset: '127.0.0.1',
  }),
  PORT: wholeNumber(0, 65_535).prefault('3000').register(about, {
    group: 'Server',
    description: 'Port that the server listens on; 0: the system chooses.',
    example: '8080',
    unset: '3000',
  }),
  BASE_URL: parsed(baseUrl).optional().register(about, {
    group: 'Server',
    description: 'Public address, as browsers and agents write it. https, unless it is on this machine.',
    example: 'https://content.example.com',
    unset: 'http://<HOST>:<PORT>',
  }),
  MASTHEAD_ALLOW_HTTP: onOff('1', '0').prefault('0').register(about, {
    group: 'Server',
    description: '1 allows a BASE_URL with http on another machine; passwords and keys then travel in the clear.',
    example: '1',
    unset: '0',
  }),
  WORKER: onOff('on', 'off').prefault('on').register(about, {
    group: 'Server',
    description: 'off: this server leaves jobs, scheduled items and deliveries to other nodes (masthead work).',
    example: 'off',
    unset: 'on',
  }),
  CHROME_PATH: z.string().min(1).optional().register(about, {
    group: 'Server',
    description:
      'A Chromium that opens pages for screenshots and measurements, with the packages that masthead doctor names.',
    example: '/usr/bin/chromium',
    unset: 'the package @sparticuz/chromium, where it is installed beside Masthead',
  }),
  TRUSTED_PROXIES: parsed(addressRanges).optional().register(about, {
    group: 'Server',
    description: 'Proxies whose X-Forwarded-For is trusted: addresses and CIDR ranges, separated by commas.',
    example: '127.0.0.1,10.0.0.0/8',
    unset: 'none',
  }),
  ALLOW_PRIVATE_NETWORK: parsed(addressRanges).optional().register(about, {
    group: 'Server',
    description: 'Private networks that webhooks, imports and client documents may reach: addresses and CIDR ranges.',
    example: '10.20.0.0/16',
    unset: 'none: only the public internet, by https',
  }),
  SHUTDOWN_DELAY: wholeNumber(0, 3600).prefault('5').register(about, {
    group: 'Server',
    description: 'Seconds between the signal to stop and refusing connections, so that load balancers notice.',
    example: '10',
    unset: '5',
  }),
  ALLOWED_HOSTS: parsed(hostNames).optional().register(about, {
    group: 'Server',
    description:
      'Further host names under which /mcp may be addressed, separated by commas; that of BASE_URL always is.',
    example: 'content.internal,masthead',
    unset: 'none',
  }),
  MCP_ALLOWED_ORIGINS: parsed(origins).optional().register(about, {
    group: 'Server',
    description: 'Origins of web pages that may call /mcp, separated by commas; that of BASE_URL always may.',
    example: 'https://chat.example.com',
    unset: 'none',
  }),
  OPEN_SIGN_UP: onOff('on', 'off').prefault('off').register(about, {
    group: 'Server',
    description: 'on: anybody may sign up and create organizations, which needs a mail server. off: by invitation.',
    example: 'on',
    unset: 'off',
  }),
  DATA_DIR: z.string().prefault('./data').register(about, {
    group: 'Database',
    description: 'Folder of the embedded database, the key file and uploads.',
    example: '/var/lib/masthead',
    unset: './data',
  }),
  DB_FSYNC: onOff('on', 'off').prefault('on').register(about, {
    group: 'Database',
    description: 'on: each commit of the embedded database is synced to the disk.',
    example: 'off',
    unset: 'on',
  }),
  DATABASE_URL: url().register(about, {
    group: 'Database',
    description: 'A PostgreSQL server, 15 or newer, and an account that may migrate the database.',
    example: 'postgres://masthead_owner:<password>@db.example.com:5432/masthead',
    unset: 'the embedded database',
  }),
  DATABASE_DIRECT_URL: url().register(about, {
    group: 'Database',
    description: 'The same database without the pooler that DATABASE_URL leads to: for migrations and notices.',
    example: 'postgres://masthead_owner:<password>@db.example.com:5432/masthead',
    unset: 'DATABASE_URL',
  }),
  DATABASE_READ_URL: url().register(about, {
    group: 'Database',
    description: 'A streaming replica with the logins of DATABASE_URL, for reads of the Content API.',
    example: 'postgres://masthead_owner:<password>@replica.example.com:5432/masthead',
    unset: 'all reads go to DATABASE_URL',
  }),
  DATABASE_APP_URL: url().register(about, {
    group: 'Database',
    description: 'Login for requests, where the operator creates the roles. All three logins or none.',
    example: 'postgres://masthead_app:<password>@db.example.com:5432/masthead',
    unset: 'created at start',
  }),
  DATABASE_AUTH_URL: url().register(about, {
    group: 'Database',
    description: 'Login for the identity code.',
    example: 'postgres://masthead_auth:<password>@db.example.com:5432/masthead',
    unset: 'created at start',
  }),
  DATABASE_SYSTEM_URL: url().register(about, {
    group: 'Database',
    description: 'Login for background work.',
    example: 'postgres://masthead_system:<password>@db.example.com:5432/masthead',
    unset: 'created at start',
  }),
  DATABASE_RETENTION_URL: url().register(about, {
    group: 'Database',
    description: 'Login that removes old audit records, beside the three others.',
    example: 'postgres://masthead_retention:<password>@db.example.com:5432/masthead',
    unset: 'created at start; with logins of your own, nothing is removed',
  }),
  DATABASE_STATEMENTS: oneOf('named', 'unnamed').prefault('named').register(about, {
    group: 'Database',
    description: 'unnamed: for a pooler that does not support prepared statements.',
    example: 'unnamed',
    unset: 'named',
  }),
  DATABASE_POOL_MAX: wholeNumber(1, 1000).prefault('10').register(about, {
    group: 'Database',
    description: 'Connections for requests per process; the embedded database always has one.',
    example: '20',
    unset: '10',
  }),
  MEDIA_STORE: oneOf('local', 's3').prefault('local').register(about, {
    group: 'Files',
    description:
      'Where files of media are stored: local is DATA_DIR/media, which all nodes must share; s3 is a bucket.',
    example: 's3',
    unset: 'local',
  }),
  S3_ENDPOINT: parsed(baseUrl).optional().register(about, {
    group: 'Files',
    description: 'Address of the store that speaks S3.',
    example: 'https://s3.eu-central-1.amazonaws.com',
    unset: "Amazon's, in S3_REGION",
  }),
  S3_BUCKET: parsed(bucketName).optional().register(about, {
    group: 'Files',
    description: 'Bucket of the files. It needs no public access: Masthead serves the files itself.',
    example: 'masthead-media',
    unset: 'none',
  }),
  S3_REGION: parsed(regionName).prefault('us-east-1').register(about, {
    group: 'Files',
    description: 'Region that requests are signed for.',
    example: 'eu-central-1',
    unset: 'us-east-1',
  }),
  S3_PATH_STYLE: onOff('on', 'off').prefault('off').register(about, {
    group: 'Files',
    description: 'on: the bucket is named in the path instead of the host name, as most self-hosted stores expect.',
    example: 'on',
    unset: 'off',
  }),
  S3_ACCESS_KEY_ID: parsed(keyId).optional().register(about, {
    group: 'Files',
    description: 'Id of the access key. It must be allowed to list the bucket, and to read, write and remove objects.',
    example: 'AKIAIOSFODNN7EXAMPLE',
    unset: 'none',
  }),
  S3_SECRET_ACCESS_KEY: secret(secretKey).optional().register(about, {
    group: 'Files',
    description: 'Secret of that key.',
    example: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    unset: 'none',
  }),
  MASTHEAD_KEYS: parsed(readMasterKeys).optional().register(about, {
    group: 'Secrets',
    description:
      'Master keys as kid:base64, separated by commas, of 32 random bytes each (openssl rand -base64 32). The first one encrypts, the others only decrypt. All nodes on one database need the same keys.',
    example: 'k2:<32 bytes in base64>,k1:<32 bytes in base64>',
    unset: 'a key file in DATA_DIR/keys, created at first start',
  }),
  SMTP_URL: secret(smtpUrl).optional().register(about, {
    group: 'Mail',
    description: 'Mail server that invitations, resets and notices are sent through; smtps:// encrypts from the start.',
    example: 'smtps://masthead:<password>@mail.example.com:465',
    unset: 'no mail: links are shown once in the web application',
  }),
  MAIL_FROM: parsed(mailAddress).optional().register(about, {
    group: 'Mail',
    description: 'Sender of mails. Needed with SMTP_URL.',
    example: 'Masthead <masthead@example.com>',
    unset: 'none',
  }),
  CONTENT_REVALIDATION_WEBHOOKS: secret(readWebhooks).optional().register(about, {
    group: 'Websites',
    description:
      'Websites that are notified of changes to their content: a JSON object by organization id. legacyHeader ("authorization" or "x-webhook-secret") also sends the secret itself, to old receivers.',
    example: `{"org_<id>":{"webhookUrl":"https://www.example.com/api/revalidate","webhookSecret":"whsec_<base64 of 24 to 64 bytes>"}}`,
    unset: 'none: organizations set an address themselves',
  }),
  CONTENT_REVALIDATION_WEBHOOK_URL: secret(webhookUrl).optional().register(about, {
    group: 'Websites',
    description: 'The same for a single website, used by every organization without an entry there.',
    example: 'https://www.example.com/api/revalidate',
    unset: 'none',
  }),
  CONTENT_REVALIDATION_WEBHOOK_SECRET: secret(webhookSecret).optional().register(about, {
    group: 'Websites',
    description: 'Secret that signs the messages to it. Needed with the URL.',
    example: 'whsec_<base64 of 24 to 64 bytes>',
    unset: 'none',
  }),
  CONTENT_REVALIDATION_ORGANIZATION_ID: z.string().optional().register(about, {
    group: 'Websites',
    description: 'The one organization that the single website belongs to.',
    example: 'org_<id>',
    unset: 'every organization: the same website then learns the addresses of all of them',
  }),
  SLACK_BASE_URL: parsed(baseUrl).optional().register(about, {
    group: 'Services',
    description:
      'Address in place of the hosts of Slack, for a proxy. http and other ports need ALLOW_PRIVATE_NETWORK.',
    example: 'https://slack-proxy.example.com',
    unset: 'the hosts of Slack',
  }),
  DISCORD_BASE_URL: parsed(baseUrl).optional().register(about, {
    group: 'Services',
    description: 'The same for Discord.',
    example: 'https://discord-proxy.example.com',
    unset: 'the host of Discord',
  }),
  WEBFLOW_BASE_URL: parsed(baseUrl).optional().register(about, {
    group: 'Services',
    description: 'The same for Webflow.',
    example: 'https://webflow-proxy.example.com',
    unset: 'the host of Webflow',
  }),
  SHOPIFY_BASE_URL: parsed(baseUrl).optional().register(about, {
    group: 'Services',
    description: 'The same for every shop of Shopify.',
    example: 'https://shopify-proxy.example.com',
    unset: 'the host of each shop',
  }),
  INDEXNOW_BASE_URL: parsed(baseUrl).optional().register(about, {
    group: 'Services',
    description: 'The same for IndexNow.',
    example: 'https://indexnow-proxy.example.com',
    unset: 'the host of IndexNow',
  }),
  GOOGLE_CLIENT_ID: z.string().min(1).max(400).optional().register(about, {
    group: 'Services',
    description:
      'Client id of this installation at Google, with <BASE_URL>/app/connect/google_search_console/callback as redirect address.',
    example: '<client id>',
    unset: 'none: Search Console cannot be connected',
  }),
  GOOGLE_CLIENT_SECRET: secret(secretKey).optional().register(about, {
    group: 'Services',
    description: 'The secret that belongs to it. Needed with the client id.',
    example: '<client secret>',
    unset: 'none',
  }),
  WEBFLOW_CLIENT_ID: z.string().min(1).max(400).optional().register(about, {
    group: 'Services',
    description: 'The same at Webflow, with <BASE_URL>/app/connect/webflow/callback.',
    example: '<client id>',
    unset: 'none: people give a token instead',
  }),
  WEBFLOW_CLIENT_SECRET: secret(secretKey).optional().register(about, {
    group: 'Services',
    description: 'The secret that belongs to it. Needed with the client id.',
    example: '<client secret>',
    unset: 'none',
  }),
  SHOPIFY_CLIENT_ID: z.string().min(1).max(400).optional().register(about, {
    group: 'Services',
    description: 'The same at Shopify, with <BASE_URL>/app/connect/shopify/callback.',
    example: '<client id>',
    unset: 'none: people give a token instead',
  }),
  SHOPIFY_CLIENT_SECRET: secret(secretKey).optional().register(about, {
    group: 'Services',
    description: 'The secret that belongs to it. Needed with the client id.',
    example: '<client secret>',
    unset: 'none',
  }),
  SLACK_CLIENT_ID: z.string().min(1).max(400).optional().register(about, {
    group: 'Services',
    description: 'The same at Slack, with <BASE_URL>/app/connect/slack/callback.',
    example: '<client id>',
    unset: 'none: people give a token instead',
  }),
  SLACK_CLIENT_SECRET: secret(secretKey).optional().register(about, {
    group: 'Services',
    description: 'The secret that belongs to it. Needed with the client id.',
    example: '<client secret>',
    unset: 'none',
  }),
  OPENAI_API_KEY: secret(secretKey).optional().register(about, {
    group: 'Models',
    description:
      'Key of OpenAI for every organization that stores none of its own. Models write and answer at its cost.',
    example: 'sk-proj-<key>',
    unset: 'none',
  }),
  OPENAI_BASE_URL: parsed(providerUrl).optional().register(about, {
    group: 'Models',
    description:
      'Address in place of that of OpenAI, without a version segment. http and other ports need ALLOW_PRIVATE_NETWORK.',
    example: 'https://openai-proxy.example.com',
    unset: 'https://api.openai.com',
  }),
  ANTHROPIC_API_KEY: secret(secretKey).optional().register(about, {
    group: 'Models',
    description: 'The same for Anthropic.',
    example: 'sk-ant-<key>',
    unset: 'none',
  }),
  ANTHROPIC_BASE_URL: parsed(providerUrl).optional().register(about, {
    group: 'Models',
    description: 'The same for Anthropic.',
    example: 'https://anthropic-proxy.example.com',
    unset: 'https://api.anthropic.com',
  }),
  GOOGLE_API_KEY: secret(secretKey).optional().register(about, {
    group: 'Models',
    description: 'The same for Google: a key of the Gemini API.',
    example: 'AIza<key>',
    unset: 'none',
  }),
  GOOGLE_BASE_URL: parsed(providerUrl).optional().register(about, {
    group: 'Models',
    description: 'Address in place of the hosts of Google, for models, signing in and Search Console alike.',
    example: 'https://google-proxy.example.com',
    unset: 'the hosts of Google',
  }),
  PERPLEXITY_API_KEY: secret(secretKey).optional().register(about, {
    group: 'Models',
    description: 'The same for Perplexity, which answers and does not write.',
    example: 'pplx-<key>',
    unset: 'none',
  }),
  PERPLEXITY_BASE_URL: parsed(providerUrl).optional().register(about, {
    group: 'Models',
    description: 'The same for Perplexity.',
    example: 'https://perplexity-proxy.example.com',
    unset: 'https://api.perplexity.ai',
  }),
  OPENAI_COMPATIBLE_BASE_URL: parsed(providerUrl).optional().register(about, {
    group: 'Models',
    description:
      'A server that speaks chat completions, such as Ollama or vLLM. http and other ports need ALLOW_PRIVATE_NETWORK.',
    example: 'http://127.0.0.1:11434',
    unset: 'none',
  }),
  OPENAI_COMPATIBLE_API_KEY: secret(secretKey).optional().register(about, {
    group: 'Models',
    description: 'Its key, where it wants one.',
    example: '<key>',
    unset: 'none',
  }),
  MODEL_PRICES: parsed(modelPrices).optional().register(about, {
    group: 'Models',
    description: 'Prices in US dollars that override the built-in list: a JSON object by <provider>:<model>.',
    example: '{"openai:my-model":{"inputPerMillion":2,"outputPerMillion":10,"perSearch":0.01}}',
    unset: 'the built-in list',
  }),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).prefault('1000').register(about, {
    group: 'Limits',
    description: 'Connections that the server holds at once; more are closed.',
    example: '5000',
    unset: '1000',
  }),
  RATE_LIMIT_STORE: oneOf('auto', 'memory', 'postgres').prefault('auto').register(about, {
    group: 'Limits',
    description:
      'Where calls per key are counted: memory for a single node, postgres for several; auto depends on the database.',
    example: 'memory',
    unset: 'auto',
  }),
  CONTENT_RATE_PER_MINUTE: wholeNumber(0, 1_000_000_000).prefault('60000').register(about, {
    group: 'Limits',
    description: 'Requests to the Content API per client address and minute; 0: no limit.',
    example: '120000',
    unset: '60000',
  }),
  CONTENT_CACHE_MB: wholeNumber(0, 1_000_000).prefault('64').register(about, {
    group: 'Limits',
    description: 'Memory for answers of the Content API, in MB; 0: every request asks the database.',
    example: '256',
    unset: '64',
  }),
  OAUTH_REGISTRATIONS_PER_MINUTE: wholeNumber(0, 1_000_000).prefault('20').register(about, {
    group: 'Limits',
    description: 'Agents that may register as OAuth clients per network and minute; 0: no limit.',
    example: '60',
    unset: '20',
  }),
  OAUTH_REGISTRATIONS_PER_DAY: wholeNumber(0, 1_000_000).prefault('200').register(about, {
    group: 'Limits',
    description: 'The same per network and day; 0: no limit.',
    example: '1000',
    unset: '200',
  }),
  OAUTH_CIMD: oneOf('auto', 'on', 'off').prefault('auto').register(about, {
    group: 'Server',
    description:
      'Whether agents may name themselves by the URL of a metadata document, which the server then fetches; auto: where BASE_URL is https.',
    example: 'off',
    unset: 'auto',
  }),
  METRICS: parsed(hostAndPort).optional().register(about, {
    group: 'Logs',
    description: 'Address that serves metrics for Prometheus at /metrics, for nobody else to reach.',
    example: '127.0.0.1:9464',
    unset: 'no metrics',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: parsed(baseUrl).optional().register(about, {
    group: 'Logs',
    description: 'Address of a collector that takes traces by OTLP/HTTP; /v1/traces is added to it.',
    example: 'http://127.0.0.1:4318',
    unset: 'no traces',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: secret(headerList).optional().register(about, {
    group: 'Logs',
    description: 'Headers for the collector as name=value, separated by commas.',
    example: 'authorization=Bearer%20<token>',
    unset: 'none',
  }),
  OTEL_SERVICE_NAME: z.string().min(1).max(200).prefault('masthead').register(about, {
    group: 'Logs',
    description: 'The name of this installation in traces.',
    example: 'masthead-production',
    unset: 'masthead',
  }),
  OTEL_TRACES_SAMPLER_ARG: parsed(shareOfAll).prefault('1').register(about, {
    group: 'Logs',
    description:
      'The share of traces that is sent, from 0 to 1; where a caller has a trace of its own, that one decides.',
    example: '0.1',
    unset: '1: all of them',
  }),
  LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent').prefault('info').register(about, {
    group: 'Logs',
    description: 'Lowest level of the lines that are written: debug, info, warn, error or silent.',
    example: 'debug',
    unset: 'info',
  }),
  LOG_FORMAT: oneOf('auto', 'json', 'pretty').prefault('auto').register(about, {
    group: 'Logs',
    description: 'json, pretty, or auto: pretty on a terminal.',
    example: 'json',
    unset: 'auto',
  }),
})

export type Variables = z.output<typeof variables>
export type VariableName = keyof Variables

export const variableNames: readonly VariableName[] = variables.keyof().options

/** What is said about a variable. */
export function aboutVariable(name: VariableName): About {
  const entry = about.get(variables.shape[name])
  if (entry === undefined) throw new Error(`${name} is not described`)
  return entry
}

import { resolve } from 'node:path'

import type { z } from 'zod'

import type { Secret } from '#kernel/secret.ts'
import type { MasterKey } from '#platform/vault/master-keys.ts'
import { readEnv, warnOfUnknown } from './env.ts'
import type { Environment } from './env.ts'
import { aboutVariable, variableNames, variables } from './variables.ts'
import type { VariableName, Variables } from './variables.ts'

/** Everything that an installation sets, in groups, complete with defaults. */
export type Config = {
  server: {
    host: string
    /** 0: the system chooses. */
    port: number
    /** Null: `http://<host>:<port>`; ask `baseUrlOf` once the port is known. */
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
  /** An absolute path. */
  dataDir: string
  database: {
    /** Null: the embedded engine below `dataDir`. */
    url: Secret<string> | null
    logins: { app: Secret<string>; auth: Secret<string>; system: Secret<string> } | null
    statements: 'named' | 'unnamed'
    poolMax: number
    fsync: boolean
  }
  /** Null: the key file below `dataDir`. */
  masterKeys: readonly MasterKey[] | null
  /** Null: no mail is sent. */
  mail: { server: Secret<string>; from: string } | null
  limits: {
    rateStore: 'memory' | 'postgres'
    /** 0: no limit. */
    contentPerMinute: number
  }
  oauth: {
    /** Per address prefix; 0: no limit. */
    registrations: { perMinute: number; perDay: number }
    /** Whether clients may be named by the URL of their metadata document (identity.md 9.7). */
    clientDocuments: Variables['OAUTH_CIMD']
  }
  log: { level: Variables['LOG_LEVEL']; format: Variables['LOG_FORMAT'] }
}

/** One fault of the configuration: what is wrong and a value that would be right, never the value that was given. */
export type ConfigProblem = { name: VariableName; problem: string; example: string }

type SomeVariables = { [Name in VariableName]?: Variables[Name] | undefined }

/** The configuration cannot be used. Whoever starts the process prints `message` and exits with 78. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly ConfigProblem[]

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ name, problem, example }) => `  ${name} ${problem}. Example: ${name}=${example}`)
    super(['The configuration has faults:', ...lines].join('\n'))
    this.problems = problems
  }
}

/** Reads the whole configuration. Throws one `ConfigError` with all faults; warnings do not keep it from being used. */
export function readConfig(env: Environment): { config: Config; warnings: string[] } {
  const given = readEnv(env)
  const parsed = variables.safeParse(given)
  if (!parsed.success)
    throw new ConfigError([...parsed.error.issues.map(problemOf), ...faultsBetween(parseEach(given))])

  const faults = faultsBetween(parsed.data)
  if (faults.length > 0) throw new ConfigError(faults)
  return { config: configOf(parsed.data), warnings: [...warnOfUnknown(env), ...warnOfUnusual(parsed.data)] }
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
    dataDir: resolve(values.DATA_DIR),
    database: {
      url: values.DATABASE_URL ?? null,
      logins: app && auth && system ? { app, auth, system } : null,
      statements: values.DATABASE_STATEMENTS,
      poolMax: values.DATABASE_POOL_MAX,
      fsync: values.DB_FSYNC,
    },
    masterKeys: values.MASTHEAD_KEYS ?? null,
    mail: smtp && from ? { server: smtp, from } : null,
    limits: {
      rateStore: store === 'auto' ? (values.DATABASE_URL ? 'postgres' : 'memory') : store,
      contentPerMinute: values.CONTENT_RATE_PER_MINUTE,
    },
    oauth: {
      registrations: {
        perMinute: values.OAUTH_REGISTRATIONS_PER_MINUTE,
        perDay: values.OAUTH_REGISTRATIONS_PER_DAY,
      },
      clientDocuments: values.OAUTH_CIMD,
    },
    log: { level: values.LOG_LEVEL, format: values.LOG_FORMAT },
  }
}

// Faults of one variable do not hide those between others: each is parsed alone, and a faulty one counts as not set.
function parseEach(given: Partial<Record<VariableName, string>>): SomeVariables {
  const good = variableNames.filter((name) => variables.shape[name].safeParse(given[name]).success)
  return variables.partial().parse(Object.fromEntries(good.map((name) => [name, given[name]])))
}

function faultsBetween(values: SomeVariables): ConfigProblem[] {
  const faults: ConfigProblem[] = []
  const logins = (['DATABASE_APP_URL', 'DATABASE_AUTH_URL', 'DATABASE_SYSTEM_URL'] as const).filter(
    (name) => values[name] === undefined,
  )
  if (logins.length === 1 || logins.length === 2)
    for (const name of logins)
      faults.push(faultOf(name, 'is missing: the three logins are given together or not at all'))
  if (logins.length < 3 && !values.DATABASE_URL)
    faults.push(faultOf('DATABASE_URL', 'is missing beside the logins: migrations need it'))
  if (values.RATE_LIMIT_STORE === 'postgres' && !values.DATABASE_URL)
    faults.push(faultOf('DATABASE_URL', 'is missing: RATE_LIMIT_STORE=postgres needs a server'))
  if (values.SMTP_URL && !values.MAIL_FROM) faults.push(faultOf('MAIL_FROM', 'is missing beside SMTP_URL'))
  if (!values.MASTHEAD_ALLOW_HTTP && isOpenHttp(values))
    faults.push(
      faultOf('BASE_URL', 'is http on another machine. Use https, or set MASTHEAD_ALLOW_HTTP=1 for a trusted network'),
    )
  return faults
}

function isOpenHttp({ BASE_URL, HOST }: SomeVariables): boolean {
  const url = new URL(BASE_URL ?? `http://${reachableHost(HOST ?? '127.0.0.1')}`)
  return url.protocol === 'http:' && !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
}

function warnOfUnusual({ HOST, BASE_URL }: Variables): string[] {
  if (BASE_URL !== undefined || reachableHost(HOST) !== 'localhost' || HOST === 'localhost') return []
  return ['HOST is every address of this machine, but BASE_URL is not set: links lead to localhost']
}

// A wildcard address cannot be visited; this machine can always be reached as localhost.
function reachableHost(host: string): string {
  if (/^(0\.0\.0\.0|[0:]*)$/.test(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function problemOf(issue: z.core.$ZodIssue): ConfigProblem {
  const name = variableNames.find((known) => known === issue.path[0])
  if (name === undefined) throw new Error(`Unexpected fault of the configuration: ${issue.message}`)
  return faultOf(name, issue.message)
}

function faultOf(name: VariableName, problem: string): ConfigProblem {
  return { name, problem, example: aboutVariable(name).example }
}

import type { z } from 'zod'

import { reachableHost } from './reachable-host.ts'
import { halfClients } from './services.ts'
import { aboutVariable, type VariableName, variableNames, type Variables, variables } from './variables.ts'
import { objectionToWebhook } from './webhooks.ts'

/** One fault of the configuration: what is wrong and a value that would be right, never the value that was given. */
export type ConfigProblem = { name: VariableName; problem: string; example: string }

/** The configuration cannot be used. The code that starts the process prints `message` and exits with 78. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly ConfigProblem[]

  constructor(problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ name, problem, example }) => `  ${name} ${problem}. Example: ${name}=${example}`)
    super(['The configuration has faults:', ...lines].join('\n'))
    this.problems = problems
  }
}

type Given = Partial<Record<VariableName, string>>
type SomeVariables = { [Name in VariableName]?: Variables[Name] | undefined }

/** Reads what is set, with defaults for the rest. Throws one `ConfigError` with all faults, including those between variables. */
export function requireFaultless(given: Given): Variables {
  const parsed = variables.safeParse(given)
  if (!parsed.success)
    throw new ConfigError([...parsed.error.issues.map(problemOf), ...faultsBetween(parseEach(given))])

  const faults = faultsBetween(parsed.data)
  if (faults.length > 0) throw new ConfigError(faults)
  return parsed.data
}

// A fault in one variable does not hide those of others: each is parsed separately, and a faulty one counts as not set.
function parseEach(given: Given): SomeVariables {
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
    faults.push(faultOf('DATABASE_URL', 'is missing next to the logins: migrations need it'))
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const)
    if (values[name] && !values.DATABASE_URL) faults.push(faultOf('DATABASE_URL', `is missing next to ${name}`))
  if (values.RATE_LIMIT_STORE === 'postgres' && !values.DATABASE_URL)
    faults.push(faultOf('DATABASE_URL', 'is missing: RATE_LIMIT_STORE=postgres needs a server'))
  if (values.MEDIA_STORE === 's3')
    for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
      if (!values[name]) faults.push(faultOf(name, 'is missing next to MEDIA_STORE=s3'))
  faults.push(...faultsOfWebhooks(values))
  for (const { missing, beside } of halfClients(values)) faults.push(faultOf(missing, `is missing next to ${beside}`))
  if (values.SMTP_URL && !values.MAIL_FROM) faults.push(faultOf('MAIL_FROM', 'is missing next to SMTP_URL'))
  if (!values.MASTHEAD_ALLOW_HTTP && isOpenHttp(values))
    faults.push(
      faultOf('BASE_URL', 'is http on another machine. Use https, or set MASTHEAD_ALLOW_HTTP=1 for a trusted network'),
    )
  return faults
}

function faultsOfWebhooks(values: SomeVariables): ConfigProblem[] {
  const faults: ConfigProblem[] = []
  const { CONTENT_REVALIDATION_WEBHOOK_URL: url, CONTENT_REVALIDATION_WEBHOOK_SECRET: secret } = values
  if (url && !secret) faults.push(faultOf('CONTENT_REVALIDATION_WEBHOOK_SECRET', 'is missing next to the URL'))
  if (secret && !url) faults.push(faultOf('CONTENT_REVALIDATION_WEBHOOK_URL', 'is missing next to the secret'))
  if (values.CONTENT_REVALIDATION_ORGANIZATION_ID && !url && !secret)
    faults.push(faultOf('CONTENT_REVALIDATION_WEBHOOK_URL', 'is missing next to the organization'))
  const opened = values.ALLOW_PRIVATE_NETWORK ?? []
  const objection = url === undefined ? undefined : objectionToWebhook(url.reveal(), opened)
  if (objection !== undefined)
    faults.push(faultOf('CONTENT_REVALIDATION_WEBHOOK_URL', `cannot be reached: ${withoutStop(objection)}`))
  const entries = values.CONTENT_REVALIDATION_WEBHOOKS?.reveal().values() ?? []
  for (const [at, { url: address }] of [...entries].entries()) {
    const wrong = objectionToWebhook(address, opened)
    if (wrong === undefined) continue
    const problem = `entry ${at + 1} has a webhookUrl that cannot be reached: ${withoutStop(wrong)}`
    faults.push(faultOf('CONTENT_REVALIDATION_WEBHOOKS', problem))
  }
  return faults
}

const withoutStop = (sentence: string) => sentence.replace(/\.$/, '')

function isOpenHttp({ BASE_URL, HOST }: SomeVariables): boolean {
  const url = new URL(BASE_URL ?? `http://${reachableHost(HOST ?? '127.0.0.1')}`)
  return url.protocol === 'http:' && !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
}

function problemOf(issue: z.core.$ZodIssue): ConfigProblem {
  const name = variableNames.find((known) => known === issue.path[0])
  if (name === undefined) throw new Error(`Unexpected fault of the configuration: ${issue.message}`)
  return faultOf(name, issue.message)
}

function faultOf(name: VariableName, problem: string): ConfigProblem {
  return { name, problem, example: aboutVariable(name).example }
}

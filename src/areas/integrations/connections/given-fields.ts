import { z } from 'zod'

import { type Provider, signedInTo } from '#kernel/connection.ts'
import type { Connector, Connectors } from '#kernel/connector.ts'
import { type Problem, Refusal } from '#kernel/errors.ts'
import { inPlainWords, problemsOf } from '#kernel/input-problems.ts'

/** One thing that a person enters to connect a service, for forms and for agents that say what is missing. */
export const connectField = z.object({
  name: z.string(),
  in: z.enum(['settings', 'secret']),
  label: z.string(),
  hint: z.string().nullable(),
  required: z.boolean(),
})

type Fields = Record<string, string>

/** What a person enters to connect a service, derived from the schemas of its connector. */
export function connectFields(connector: Connector): z.input<typeof connectField>[] {
  return (['settings', 'secret'] as const).flatMap((place) =>
    Object.entries(connector[place].shape).map(([name, schema]) => {
      const { title = name, description = null } = (schema as z.ZodType).meta() ?? {}
      return { name, in: place, label: title, hint: description, required: !(schema as z.ZodType).isOptional() }
    }),
  )
}

/** Whether a person can sign in there: the service offers it, and the operator has registered this installation. */
export const mayBeSignedInTo = (connectors: Connectors, { oauth, provider }: Connector): boolean =>
  oauth !== undefined && connectors.client(provider) !== undefined

/** Whether the operator has yet to register this installation before anybody can sign in there. */
export const isUnregistered = (connectors: Connectors, { oauth, provider }: Connector): boolean =>
  oauth !== undefined && connectors.client(provider) === undefined

/** Where a service sends a person back to. */
export const callbackUrl = (baseUrl: string, provider: Provider): string =>
  `${baseUrl}/app/connect/${provider}/callback`

/** What the operator sets to register this installation with a service that people sign in to. */
export const registration = z.object({ variables: z.array(z.string()), redirectUrl: z.string() })

/** The settings by which the operator registers this installation with a service, and the redirect address that the service asks for. */
export function registrationOf(baseUrl: string, provider: Provider): z.input<typeof registration> {
  const [start] = Object.entries(signedInTo).find(([, one]) => one === provider) ?? []
  const variables = start === undefined ? [] : [`${start}_CLIENT_ID`, `${start}_CLIENT_SECRET`]
  return { variables, redirectUrl: callbackUrl(baseUrl, provider) }
}

/**
 * Settings and secret by the schemas of a connector. Errors: `validation_failed` at each field; unknown fields are refused, and
 * what was entered is in no message.
 */
export function givenFields(
  connector: Connector,
  given: { settings: Record<string, unknown>; secret: Record<string, unknown> },
): { settings: Fields; secret: Fields } {
  const [settings, secret] = [parse(connector, 'settings', given.settings), parse(connector, 'secret', given.secret)]
  refuse(connector, [...settings.problems, ...secret.problems])
  return { settings: settings.fields, secret: secret.fields }
}

/** The same for the settings alone. */
export function givenSettings(connector: Connector, given: Record<string, unknown>): Fields {
  const { fields, problems } = parse(connector, 'settings', given)
  refuse(connector, problems)
  return fields
}

function parse(connector: Connector, place: 'settings' | 'secret', given: Record<string, unknown>) {
  const schema = connector[place].strict()
  const { data = {}, error } = schema.safeParse(given, inPlainWords)
  const problems: Problem[] = problemsOf(schema, error?.issues ?? [], ['input', place])
  const set = Object.entries(data).filter(([, value]) => value !== undefined)
  return { fields: Object.fromEntries(set) as Fields, problems }
}

function refuse({ label }: Connector, problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Refusal('validation_failed', `${label} needs other fields than these.`, problems)
}

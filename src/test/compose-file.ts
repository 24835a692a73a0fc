import { parse } from 'yaml'
import { z } from 'zod'

// The part of Compose that is used here; any other key is a fault until somebody has looked at it.
const service = z.strictObject({
  build: z.literal('.').optional(),
  image: z.string(),
  restart: z.literal('unless-stopped'),
  init: z.boolean().optional(),
  stop_grace_period: z.string().optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string().nullable()).default({}),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).default([]),
  configs: z.array(z.strictObject({ source: z.string(), target: z.string() })).default([]),
  healthcheck: z.record(z.string(), z.unknown()).optional(),
  depends_on: z
    .union([
      z.array(z.string()),
      z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).transform(Object.keys),
    ])
    .default([]),
})
/** The keys of a compose file that ours uses. */
const composeFile = z.looseObject({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
  configs: z.record(z.string(), z.strictObject({ content: z.string() })),
})

export type ComposeFile = z.output<typeof composeFile>

/** Reads a compose file, with its merge keys resolved. */
export function readCompose(text: string): ComposeFile {
  return composeFile.parse(parse(text, { merge: true }))
}

/** An environment as Compose makes it: ${NAME}, ${NAME:-default}, ${NAME:?why}; a name without a value is passed on. */
export function interpolated(
  environment: Readonly<Record<string, string | null>>,
  from: Readonly<Record<string, string>>,
): Record<string, string> {
  const value = (name: string, text: string | null) =>
    text === null
      ? from[name]
      : text.replaceAll(/\$\{(\w+)(?::(-|\?)([^}]*))?\}/g, (_all, variable: string, kind, rest = '') => {
          const set = from[variable]
          if (set === undefined && kind === '?') throw new Error(`${variable}: ${rest}`)
          return set ?? rest
        })
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, text]) => {
      const found = value(name, text)
      return found === undefined ? [] : [[name, found]]
    }),
  )
}

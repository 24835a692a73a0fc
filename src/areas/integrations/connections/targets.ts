import type { Connection, SelectedTarget, Target, TargetType } from '#kernel/connection.ts'
import type { Connector } from '#kernel/connector.ts'
import { Refusal } from '#kernel/errors.ts'

const most = 1000

type Opened = { connector: Connector; connection: Connection }

/** The targets of a type that the service has. Errors: `validation_failed` where it has no such type. */
export async function readTargets({ connector, connection }: Opened, type: TargetType): Promise<readonly Target[]> {
  const types = connector.targets(Object.keys(connection.secret))
  if (!types.includes(type) || connector.listTargets === undefined) throw noSuchType(connector, types)
  const found = await connector.listTargets(connection, type, connection.site)
  return found.slice(0, most)
}

/** The target with this id, as the service names it. Errors: `validation_failed`, `target_rejected`. */
export async function findTarget(
  opened: Opened,
  { type, externalId }: { type: TargetType; externalId: string },
): Promise<SelectedTarget> {
  const found = (await readTargets(opened, type)).find((one) => one.externalId === externalId)
  if (found !== undefined) return { type, externalId, name: found.name }
  throw new Refusal(
    'target_rejected',
    `${opened.connector.label} has no such ${type}. listIntegrationTargets names them.`,
    {
      reason: 'unknown_target',
    },
  )
}

/** Whether this type is the one that is written to; the others only narrow it. */
export const isLastType = ({ connector, connection }: Opened, type: TargetType): boolean =>
  connector.targets(Object.keys(connection.secret)).at(-1) === type

function noSuchType({ label }: Connector, types: readonly TargetType[]): Refusal {
  const message = types.length === 0 ? `${label} has no targets.` : `${label} has targets of type ${types.join(', ')}.`
  return new Refusal('validation_failed', message, [{ path: '/input/type', message, code: 'invalid_value' }])
}

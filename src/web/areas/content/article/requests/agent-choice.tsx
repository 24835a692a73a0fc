import { RadioGroup } from '#web/parts/radio-group.tsx'
import { Who } from '#web/parts/who.tsx'
import { useOperation } from '#web/use-operation.ts'

/** The choice of no agent in particular. */
export const anyAgent = 'any'

type Props = {
  value: string
  /** One that is chosen already, whether it is still connected or not. */
  known?: { id: string; name: string } | null
  onChange(agent: string): void
}

/** Which connected agent a request is for: of those that may edit, or any. */
export function AgentChoice({ value, known = null, onChange }: Props) {
  const found = useOperation('listConnectedAgents', { status: 'active', scope: 'content:write', pageSize: 100 })
  const agents = found.data?.items ?? []
  const gone = known !== null && !agents.some(({ id }) => id === known.id) ? [known] : []
  return (
    <div className="-m-1 max-h-56 overflow-y-auto p-1">
      <RadioGroup
        label="Which agent"
        value={value}
        onChange={onChange}
        options={[
          {
            value: anyAgent,
            label: 'Any agent',
            hint:
              found.data?.total === 0 ? 'None is connected yet that may edit: the request waits for one.' : undefined,
          },
          ...[...agents, ...gone].map(({ id, name }) => ({ value: id, label: <Who isAgent>{name}</Who> })),
        ]}
      />
    </div>
  )
}

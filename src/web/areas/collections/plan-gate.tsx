import { Notice } from '#web/parts/notice.tsx'
import { useOperation } from '#web/use-operation.ts'

/** Whether the plan opens collections besides the articles; undefined while that is not known. */
export function useIsOpen(): boolean | undefined {
  const plan = useOperation('getOrganization', {}, { staleTime: 300_000 }).data?.plan
  return plan && plan === 'authority'
}

/** Why other collections are closed, and who opens them. */
export function PlanGate() {
  const { data } = useOperation('getOrganization', {}, { staleTime: 300_000 })
  if (!data || data.plan === 'authority') return null
  return (
    <div className="mb-4">
      <Notice tone="info">
        The plan <span className="capitalize">{data.plan}</span> has articles only. Other collections, and what websites
        read of them, come with the plan Authority; who operates this installation changes the plan.
      </Notice>
    </div>
  )
}

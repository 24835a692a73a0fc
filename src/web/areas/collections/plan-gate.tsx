import { Notice } from '#web/parts/notice.tsx'
import { useOperation } from '#web/use-operation.ts'

const usePlan = () => useOperation('getOrganization', {}, { staleTime: 300_000 })

/** Whether the plan opens collections besides the articles; undefined while that is not known. */
export function useIsOpen(): boolean | undefined {
  const plan = usePlan().data?.plan
  return plan && plan === 'authority'
}

/** Whether it is still being read what the plan opens: what is drawn before moves when it comes. */
export const useIsReadingPlan = (): boolean => usePlan().isPending

/** Why other collections are closed, and who opens them. */
export function PlanGate() {
  const { data } = usePlan()
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

import { Problem } from '#web/parts/problem.tsx'

/** Why the call of a dialog was refused, above its buttons; nothing while there is no such reason. */
export function DialogProblem({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null
  return (
    <div className="mt-4">
      <Problem error={error} />
    </div>
  )
}

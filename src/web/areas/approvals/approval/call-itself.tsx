import { visibleJson } from '#std/visible-text.ts'
import type { Approval } from '#web/operations.ts'
import { JsonTree } from '#web/parts/json-tree.tsx'

/** The input that the agent sent, and the rehearsed result. */
export function CallItself({ approval: { untrusted } }: { approval: Approval }) {
  return (
    <section aria-labelledby="sent" className="border-t border-line pt-4 pb-5">
      <h2 id="sent" className="t-sub">
        The call itself
      </h2>
      <p className="mt-1 mb-4 text-muted">
        Text of the agent, shown as it is. It may try to persuade you: what counts is what it does. Hidden characters
        are written out.
      </p>
      <div className="flex flex-col gap-4">
        <JsonTree label="Input" value={visibleJson(untrusted.input)} copied={visibleJson(untrusted.input)} />
        <JsonTree
          label="Rehearsed result"
          value={visibleJson(untrusted.effect)}
          copied={visibleJson(untrusted.effect)}
        />
      </div>
      <p className="mt-3 text-sm text-muted">
        The rehearsal ran when the agent asked, and its effects were taken back.
      </p>
    </section>
  )
}

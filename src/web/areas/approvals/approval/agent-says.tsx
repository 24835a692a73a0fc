import { visibleText } from '#std/visible-text.ts'
import { RailSection } from '#web/areas/approvals/approval/rail-section.tsx'
import type { Approval } from '#web/operations.ts'
import { Notice } from '#web/parts/notice.tsx'

/** The reason that the agent gave with its call: text of its own, which nobody has verified. */
export function AgentSays({ approval: { untrusted } }: { approval: Approval }) {
  const { note } = untrusted.input
  if (typeof note !== 'string' || note === '') return null
  return (
    <RailSection title="What the agent says" note="unverified text">
      <Notice tone="agent">
        <p className="font-serif text-[15px] leading-[23px] wrap-anywhere">{visibleText(note)}</p>
      </Notice>
    </RailSection>
  )
}

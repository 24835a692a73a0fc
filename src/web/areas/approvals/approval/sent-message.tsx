import type { Message } from '#web/areas/approvals/approval-words.ts'

/** A message that a call would send to a team chat: what is decided on. */
export function SentMessage({ message: { to, text } }: { message: Message }) {
  return (
    <section aria-labelledby="message" className="py-6">
      <h2 id="message" className="t-head">
        The message
      </h2>
      <p className="mt-0.5 text-muted wrap-anywhere">
        To {to}. Text of the agent, shown as it is: hidden characters are written out.
      </p>
      <blockquote className="mt-3 rounded-lg border border-line bg-surface px-5 py-4 font-serif text-lg whitespace-pre-wrap wrap-anywhere">
        {text}
      </blockquote>
    </section>
  )
}

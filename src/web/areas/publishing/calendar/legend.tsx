/** What the bars of the entries mean. */
export function Legend() {
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {marks.map(([look, words]) => (
        <span key={words} className="flex items-center gap-2">
          <span aria-hidden className={`h-3 ${look}`} />
          {words}
        </span>
      ))}
      <span className="max-md:hidden">a time beside a day: a free slot</span>
    </p>
  )
}

const marks = [
  ['border-l-[3px] border-ink', 'by a person'],
  ['border-l-[3px] border-agent', 'by an agent'],
  ['border-l-[3px] border-double border-ink', 'scheduled, not yet public'],
] as const

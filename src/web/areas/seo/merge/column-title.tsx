/** The heading of one of the three steps of a merge. */
export function ColumnTitle({ n, children }: { n: number; children: string }) {
  return (
    <h2 className="t-sub mb-3 flex gap-2.5">
      <span aria-hidden className="text-muted">
        {n}
      </span>
      {children}
    </h2>
  )
}

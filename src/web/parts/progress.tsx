/** How much of something is done, with its count. */
export function Progress({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <div>
      <p className="mb-1.5 flex justify-between gap-3 text-sm text-muted tabular-nums">
        <span>{label}</span>
        <span>
          {value.toLocaleString('en')} of {max.toLocaleString('en')}
        </span>
      </p>
      <progress aria-label={label} value={value} max={Math.max(1, max)} className="progress" />
    </div>
  )
}

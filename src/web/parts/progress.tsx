type Props = { label: string; value: number; max: number; isPercent?: boolean }

/** How much of something is done, with its count, or its share where nobody counts it. */
export function Progress({ label, value, max, isPercent = false }: Props) {
  return (
    <div>
      <p className="mb-1.5 flex justify-between gap-3 text-sm text-muted tabular-nums">
        <span>{label}</span>
        <span>{isPercent ? `${value} %` : `${value.toLocaleString('en')} of ${max.toLocaleString('en')}`}</span>
      </p>
      <progress aria-label={label} value={value} max={Math.max(1, max)} className="progress" />
    </div>
  )
}

/** What an installation needs before it can measure; nothing where it can. The rest of the audit works without it. */
export function NoLab({ command }: { command: string | null }) {
  if (command === null) return null
  return (
    <span className="mt-2 block text-muted">
      This installation has no Lighthouse yet. Whoever runs it adds it, without a restart:{' '}
      <code className="mono wrap-anywhere">{command}</code>
    </span>
  )
}

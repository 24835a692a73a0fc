import { clsx } from 'clsx'

/** A placeholder for what is still loading, in its final size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={clsx('block animate-pulse rounded bg-raised', className)} />
}

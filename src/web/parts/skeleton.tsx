import { clsx } from 'clsx'

/** A place for what is still being read, in its final size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={clsx('block animate-pulse rounded bg-raised', className)} />
}

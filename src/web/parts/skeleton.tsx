import { clsx } from 'clsx'

/** A placeholder for what is still loading, in its final size. It takes its room at once, and is seen when that lasts longer than 400 ms. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={clsx('after-a-while block animate-pulse rounded bg-raised', className)} />
}

import { Skeleton } from '#web/parts/skeleton.tsx'

/** The place of the Desk while it is being read. */
export function DeskSkeleton() {
  return (
    <div role="status" aria-label="Reading the desk" className="flex min-h-[640px] flex-col gap-3">
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="mt-6 h-32" />
      <Skeleton className="mt-6 h-24" />
    </div>
  )
}

import type { Uses } from '#web/areas/taxonomies/replace-dialog.tsx'
import type { OutputOf } from '#web/operations.ts'

/** How many items a filtered list counts, as a sentence about uses needs it. */
export function usesOf({ all, published, trash }: OutputOf<'listManagerItems'>['counts']): Uses {
  return { all, live: published, trash }
}

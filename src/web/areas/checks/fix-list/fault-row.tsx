import { Link } from '@tanstack/react-router'

import type { Warning } from '#web/areas/checks/fix-list/fix-list-search.ts'
import { Mend } from '#web/areas/checks/fix-list/mend.tsx'
import { changesIn } from '#web/areas/checks/fix-list/ready-fix.ts'
import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { inPlainWords } from '#web/parts/plain-words.ts'

/** One fault: the article, what is wrong, what would be written, and the ways to mend it. */
export function FaultRow({ warning, onFix }: { warning: Warning; onFix: (() => void) | undefined }) {
  const { slug: orgSlug } = useOrganization()
  const { itemId, title, message } = warning
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        {itemId && (
          <Link
            to="/o/$orgSlug/content/$itemId"
            params={{ orgSlug, itemId }}
            className="t-row wrap-anywhere hover:underline"
          >
            {title}
          </Link>
        )}
        <p className="text-muted wrap-anywhere">{inPlainWords(message)}</p>
        {onFix &&
          changesIn(warning).map(({ field, value }) => (
            <p key={field} className="mt-0.5 text-sm wrap-anywhere">
              <span className="text-muted">{field}: </span>
              <ins className="bg-ok-soft text-ok-ink">{value}</ins>
            </p>
          ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {onFix && (
          <Button size="small" aria-label={`Fix ${title}…`} onClick={onFix}>
            Fix…
          </Button>
        )}
        <Mend warning={warning} />
      </div>
    </li>
  )
}

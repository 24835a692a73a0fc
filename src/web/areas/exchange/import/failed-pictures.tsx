import { Link } from '@tanstack/react-router'

import type { ImportResult } from '#web/areas/exchange/import/import-words.ts'
import { useOrganization } from '#web/context.ts'
import { inPlainWords } from '#web/parts/plain-words.ts'

/** Each picture that an import could not fetch: its address, why, and the article that shows it. */
export function FailedPictures({ media: { failed, failedTotal } }: Pick<ImportResult, 'media'>) {
  const { slug: orgSlug } = useOrganization()
  if (failedTotal === 0) return null
  const more = failedTotal - failed.length
  return (
    <details open className="border-t border-line py-2">
      <summary className="t-head">
        Pictures that could not be fetched{' '}
        <span className="font-normal text-muted">{failedTotal.toLocaleString('en')}</span>
      </summary>
      <ul className="mt-2">
        {failed.map(({ source, address = source, reason, article, itemId }, index) => (
          <li key={index} className="py-1.5 wrap-anywhere">
            <span className="mono block">{address}</span>
            <span className="text-muted">{inPlainWords(reason)}</span>
            {article && (
              <span className="block text-muted">
                In{' '}
                {itemId ? (
                  <Link
                    to="/o/$orgSlug/content/$itemId"
                    params={{ orgSlug, itemId }}
                    className="text-ink underline underline-offset-3"
                  >
                    {article}
                  </Link>
                ) : (
                  article
                )}
              </span>
            )}
          </li>
        ))}
        {more > 0 && <li className="py-1.5 text-muted">and {more.toLocaleString('en')} more</li>}
      </ul>
    </details>
  )
}

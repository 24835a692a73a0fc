import { Link } from '@tanstack/react-router'

import { fixWords } from '#web/areas/checks/fix-words.ts'
import { countOf } from '#web/areas/content/item-words.tsx'
import { DeskSection } from '#web/areas/desk/desk/desk-section.tsx'
import { useOrganization } from '#web/context.ts'
import type { Dashboard } from '#web/operations.ts'
import { StatusMark } from '#web/parts/status.tsx'

const shown = 5

/** What is most worth mending: the kinds of faults that the checks found, errors first. */
export function NextSteps({ dashboard: { fixes, warnings, unchecked } }: { dashboard: Dashboard }) {
  const { slug } = useOrganization()
  const kinds = fixes.flatMap((fix) => {
    const sentence = fix.severity === 'notice' ? null : fixWords(fix)
    return sentence === null ? [] : [{ ...fix, sentence }]
  })
  const all = warnings.error + warnings.warning
  return (
    <DeskSection
      title="Worth doing next"
      note={
        all > 0 && (
          <Link to={fixList} params={{ orgSlug: slug }} className="hover:underline">
            All {all.toLocaleString('en')}
          </Link>
        )
      }
    >
      <ul>
        {kinds.slice(0, shown).map(({ code, severity, sentence, live, count }) => (
          <li key={code} className="flex justify-between gap-x-4 border-b border-line">
            <Link
              to={placeOf(code)}
              params={{ orgSlug: slug }}
              {...(placeOf(code) === fixList ? { search: { kind: code } } : {})}
              className="group flex items-baseline gap-2.5 py-1.5 pointer-coarse:py-3"
            >
              <StatusMark tone={severity === 'error' ? 'bad' : 'warn'} />
              <span className="group-hover:underline">{sentence}</span>
            </Link>
            <span className="py-1.5 text-muted pointer-coarse:py-3">
              {severity === 'error' && <span className="sr-only">error, </span>}
              {code in ofOrganization ? 'once, for all' : liveWords(live, count)}
            </span>
          </li>
        ))}
      </ul>
      {kinds.length === 0 && (
        <p className="border-b border-line py-2 text-muted">The checks find nothing that is worth mending.</p>
      )}
      {unchecked > 0 && <p className="mt-2 text-muted">{countOf(unchecked, 'article')} are being looked at again.</p>}
    </DeskSection>
  )
}

/** What one setting puts right for all articles. */
const ofOrganization = { site_url_missing: true }

const fixList = '/o/$orgSlug/content/fix-list'
const alike = new Set(['keyword_duplicate', 'near_duplicate_body', 'title_cannibalization'])

/** Where it is mended. */
function placeOf(code: string) {
  if (code in ofOrganization) return '/o/$orgSlug/settings/organization'
  return alike.has(code) ? '/o/$orgSlug/content/duplicates' : fixList
}

function liveWords(live: number, count: number): string {
  if (live === 0) return count === 1 ? 'a draft' : 'drafts'
  return live === count ? 'live' : `${live.toLocaleString('en')} live`
}

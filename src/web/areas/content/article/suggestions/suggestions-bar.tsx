import { wordPieces } from '#web/areas/content/article/suggestions/find-hunks.ts'
import type { Suggestions } from '#web/areas/content/article/suggestions/use-suggestions.ts'
import { Button } from '#web/parts/button.tsx'
import { fieldWords } from '#web/parts/field-words.ts'
import { Notice } from '#web/parts/notice.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Who } from '#web/parts/who.tsx'

/** What is suggested for an article: who suggests it and why, the short texts, and one press for all of it. */
export function SuggestionsBar({ suggestions }: { suggestions: Suggestions }) {
  const { isKnown, fields, left, who, isAgent, reason, error, decideField, decideAll, dismiss } = suggestions
  if (error !== null) return <Problem error={error} />
  return (
    <section aria-label="Suggestions" className="mb-4">
      <Notice tone={isAgent ? 'agent' : 'info'}>
        <p>
          <Who isAgent={isAgent}>{who}</Who>{' '}
          <span role="status">
            {!isKnown
              ? 'suggests changes'
              : left === 0
                ? 'suggested changes'
                : `suggests ${left} ${left === 1 ? 'change' : 'changes'}`}
          </span>
          {reason !== null && <span>: “{reason}”</span>}
        </p>
        {isKnown && left === 0 && (
          <p className="mt-1 text-muted">Nothing of it fits the text as it is now. It stays in the history.</p>
        )}
        <p className="mt-2 flex flex-wrap gap-2">
          {isKnown && left === 0 ? (
            <Button size="small" onClick={dismiss}>
              Dismiss
            </Button>
          ) : (
            <>
              <Button size="small" disabled={!isKnown} onClick={() => decideAll('keep')}>
                Keep all mine
              </Button>
              <Button size="small" look="ink" disabled={!isKnown} onClick={() => decideAll('accept')}>
                Accept all
              </Button>
            </>
          )}
        </p>
      </Notice>
      {fields.map(({ field, before, proposed }) => (
        <div key={field} role="group" aria-label={`Suggestion for ${fieldWords(field)}`} className="mt-2">
          <p className="t-label">{fieldWords(field)}</p>
          <p className="by-agent wrap-anywhere">
            {wordPieces(before, proposed).map(({ kind, text }, at) => {
              if (kind === 'same') return text
              return kind === 'gone' ? <del key={at}>{text}</del> : <ins key={at}>{text}</ins>
            })}
          </p>
          <p className="mt-1 flex gap-2">
            <Button size="small" onClick={() => decideField(field, 'keep')}>
              Keep mine
            </Button>
            <Button size="small" look="ink" onClick={() => decideField(field, 'accept')}>
              Accept
            </Button>
          </p>
        </div>
      ))}
    </section>
  )
}

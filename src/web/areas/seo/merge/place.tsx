import type { MergePlan } from '#web/areas/seo/merge/use-merge-plan.ts'

type Rewritten = MergePlan['rewritten'][number]['places'][number]

/** One reference before and after, in its sentence. */
export function Place({ place: { field, before, from, to, after } }: { place: Rewritten }) {
  if (from === '') return <p className="text-sm text-muted">{names[field]}</p>
  return (
    <p className="mt-0.5 text-sm wrap-anywhere">
      {field === 'content' ? `“…${before} ` : `${names[field]}: `}
      <del className="text-press-ink">{from}</del>{' '}
      {to ? <ins className="bg-ok-soft text-ok-ink">{to}</ins> : <span className="text-muted">none</span>}
      {field === 'content' && ` ${after}…”`}
    </p>
  )
}

const names: Record<Rewritten['field'], string> = {
  content: 'Links in its text',
  canonicalUrl: 'Canonical address',
  relatedArticles: 'Its related articles',
  internalLinkSuggestions: 'Links that were suggested for it',
}

import { useEffect } from 'react'

import { readableAddress } from '#std/readable-address.ts'
import { descriptionSize, titleSize } from '#std/search-texts.ts'
import { focusField } from '#web/areas/content/article/field-places.ts'
import { WrittenField } from '#web/areas/content/article/fields/written-field.tsx'
import { LengthMeter } from '#web/areas/content/article/rail/length-meter.tsx'
import type { RailProps } from '#web/areas/content/article/rail/rail-props.ts'
import { StructuredData } from '#web/areas/content/article/rail/structured-data.tsx'
import { useSettled } from '#web/areas/content/article/rail/use-found-warnings.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { useOperation } from '#web/use-operation.ts'

/** How search engines and social networks show the article, and what they read about it. `focused`: the field to begin with. */
export function SearchAndSocial({ found, writing, mayChange, focused }: RailProps & { focused: string | null }) {
  const { item } = found
  const patch = useSettled(JSON.stringify(writing.patch))
  const preview = useOperation('previewItem', { id: item.id, draftPatch: JSON.parse(patch) } as InputOf<'previewItem'>)
  const robots = writing.valueOf('robots')
  const common = { writing, mayChange }
  useEffect(() => {
    if (focused !== null) focusField(focused)
  }, [focused])

  const shown = preview.data
  return (
    <div className="flex flex-col gap-5">
      {shown && <SearchResult serp={shown.serp} described={writing.valueOf('metaDescription')} />}
      <WrittenField field="h1" label="Headline" hint="At the top of the page. Without one, the title." {...common} />
      <WrittenField field="seoTitle" label="SEO title" hint="Without one, the title." {...common} />
      <WrittenField field="metaDescription" label="Meta description" rows={3} {...common} />
      <WrittenField field="primaryKeyword" label="Primary keyword" {...common} />
      <WrittenField
        field="canonicalUrl"
        label="Canonical address"
        isMono
        hint="Where the original is, if not here."
        {...common}
      />
      <fieldset disabled={!mayChange} data-field="robots">
        <legend className="mb-1 font-medium">Search engines</legend>
        {(['noindex', 'nofollow'] as const).map((rule) => (
          <label key={rule} className="flex items-center gap-2 py-1">
            <input
              type="checkbox"
              checked={robots[rule]}
              onChange={(event) => writing.write('robots', { ...robots, [rule]: event.target.checked })}
            />
            {ruleWords[rule]}
          </label>
        ))}
      </fieldset>
      <section aria-label="On social networks" className="flex flex-col gap-4 border-t border-line pt-4">
        <h2 className="t-head">On social networks</h2>
        {shown && <SocialCard card={shown.openGraph} />}
        <WrittenField field="ogTitle" label="Title there" {...common} />
        <WrittenField field="ogDescription" label="Description there" rows={2} {...common} />
      </section>
      <StructuredData found={found} {...common} />
    </div>
  )
}

function SocialCard({ card }: { card: Preview['openGraph'] }) {
  return (
    <div className="rounded-lg border border-line p-3">
      <p className="truncate text-sm text-muted">{URL.canParse(card.url) ? new URL(card.url).host : ''}</p>
      <p className="font-medium">{card.title}</p>
      <p className="text-sm text-muted">{card.description}</p>
    </div>
  )
}

type Preview = OutputOf<'previewItem'>

type ResultProps = Pick<Preview, 'serp'> & {
  /** The meta description as it is being written. */
  described: string
}

function SearchResult({ serp, described }: ResultProps) {
  return (
    <section aria-label="In search results">
      <h2 className="t-head mb-1.5">In search results</h2>
      <div className="rounded-lg border border-line p-3">
        <p className="truncate text-sm text-muted">{readableAddress(serp.url)}</p>
        <p className="text-link">{serp.title}</p>
        <p className="mt-0.5 text-sm text-muted">
          {serp.description || 'No description yet: search engines pick a passage of the text.'}
        </p>
      </div>
      <LengthMeter label="Title" size={titleSize(serp.title)} />
      <LengthMeter label="Meta description" size={descriptionSize(described.trim())} />
    </section>
  )
}

const ruleWords = { noindex: 'Leave this page out of search results', nofollow: 'Do not follow its links' }

import { readableAddress } from '#std/readable-address.ts'
import { useWordCount } from '#web/areas/content/article/rail/use-found-warnings.ts'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import type { OutputOf } from '#web/operations.ts'

/** Where the article is or will be, and how long it is. */
export function ArticleAddress({ found, writing }: { found: OutputOf<'getItem'>; writing: Writing }) {
  const { item } = found
  const words = useWordCount(found, writing.patch)
  const [site = '', path = ''] = partsOf(readableAddress(item.url))
  // On a phone the path is enough: the website is the same for all.
  const address = (
    <>
      <span className="max-md:hidden">{site}</span>
      {path}
    </>
  )
  return (
    <p className="mb-1.5 flex flex-wrap items-baseline gap-x-4 text-muted">
      <span className="mono min-w-0 flex-1 wrap-anywhere max-md:basis-full">
        {item.status === 'published' ? (
          <a href={item.url} target="_blank" rel="noreferrer" className="inline-block min-h-6 underline">
            {address}
          </a>
        ) : (
          address
        )}
      </span>
      <span className="text-sm">
        {words.toLocaleString('en')} {words === 1 ? 'word' : 'words'},{' '}
        {item.contentFormat === 'html' ? 'as HTML' : 'in Markdown'}
      </span>
    </p>
  )
}

/** An address as its website and its path; for a path without one the website is empty. */
function partsOf(url: string): string[] {
  return /^(https?:\/\/[^/]+)?(.*)$/u.exec(url)?.slice(1) ?? []
}

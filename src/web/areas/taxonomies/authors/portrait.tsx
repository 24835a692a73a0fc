import type { Author } from '#web/areas/taxonomies/authors/authors-search.ts'

/** The picture of an author, or the first letters of the name. */
export function Portrait({ author: { name, avatarUrl } }: { author: Pick<Author, 'name' | 'avatarUrl'> }) {
  if (avatarUrl)
    return <img src={avatarUrl} alt="" width={32} height={32} className="size-8 shrink-0 rounded-full object-cover" />
  const letters = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('')
  return (
    <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-raised text-sm font-medium">
      {letters}
    </span>
  )
}

import type { Writer } from '#kernel/database.ts'
import { orSlugTaken } from '#kernel/slug-taken.ts'
import { nextVersion } from '#kernel/version.ts'
import { titleKey } from '#std/text.ts'

import { type Term, type TermKind, termOf } from './terms.ts'

type TermChange = {
  name?: string | undefined
  slug?: string | undefined
  description?: string | null | undefined
  socialLinks?: Record<string, string> | null | undefined
  autoAssignDescription?: string | null | undefined
}

/** Changes the given fields of a term; null clears. `slug_taken` when another one has the slug. */
export async function changeTerm<K extends TermKind>(db: Writer, term: Term<K>, change: TermChange): Promise<Term<K>> {
  const { name, slug, description, socialLinks, autoAssignDescription } = change
  const update = db
    .updateTable('term')
    .set({
      name,
      name_key: name === undefined ? undefined : titleKey(name),
      slug,
      description,
      social_links: socialLinks == null ? socialLinks : JSON.stringify(socialLinks),
      auto_assign_description: autoAssignDescription,
      ...nextVersion,
    })
    .where('id', '=', term.id)
    .returningAll()
  return termOf<K>(await orSlugTaken(update.executeTakeFirstOrThrow(), slug ?? term.slug))
}

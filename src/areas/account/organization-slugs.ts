import type { AuthDb } from '#kernel/database.ts'
import { slugify, withSuffix } from '#std/slugs.ts'

/** A slug for a new organization, made from its name and not in use right now. */
export async function freeSlug(db: AuthDb, organizationName: string): Promise<string> {
  const slug = slugify(organizationName) || 'organization'
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? slug : withSuffix(slug, n)
    const taken = await db
      .selectFrom('auth.organizations')
      .select('id')
      .where('slug', '=', candidate)
      .executeTakeFirst()
    if (taken === undefined) return candidate
  }
}

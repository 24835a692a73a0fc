import { z } from 'zod'

import { changeTerm } from '#areas/taxonomies/change-term.ts'
import { avatarUrlOf } from '#areas/taxonomies/find-terms.ts'
import { isGuarded } from '#areas/taxonomies/remove-term.ts'
import { authorFields } from '#areas/taxonomies/term-fields.ts'
import { authorOutput, describeAuthor } from '#areas/taxonomies/term-output.ts'
import { countPosts, lockTerm } from '#areas/taxonomies/terms.ts'
import { operation } from '#kernel/operation.ts'
import { changes, id, ifVersion } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'
import { pluck } from '#std/pluck.ts'

export const updateAuthor = operation({
  name: 'updateAuthor',
  title: 'Change an author',
  summary: 'Changes an author. Its items keep it; a new name does not change the slug.',
  scope: 'content:write',
  risk: 'write',
  changesPublic: { whenStored: (db, { authorId }) => isGuarded(db, authorId) },
  errors: ['not_found', 'slug_taken'],
  examples: [
    {
      title: 'A link',
      input: {
        authorId: 'aut_01k9x8f0000000000000000000',
        socialLinks: { linkedin: 'https://www.linkedin.com/company/example' },
      },
    },
  ],
  input: changes(
    {
      authorId: id('author').describe('Id of the author: aut_...'),
      ...pluck(authorFields, 'change'),
      ifVersion,
    },
    'authorId',
  ),
  output: z.object({ author: authorOutput }),

  async handle(ctx, { authorId, ifVersion: expected, bio, ...change }) {
    const { db, baseUrl } = ctx
    const stored = await lockTerm(db, ['author'], authorId)
    requireVersion(stored.version, expected)

    const author = await changeTerm(ctx, stored, { ...change, description: bio })

    const postCount = await countPosts(db, author)
    return { author: describeAuthor(author, { postCount, avatarUrl: await avatarUrlOf(db, author, baseUrl) }) }
  },
})

import { z } from 'zod'

import { authorizeAddress, tokenFor } from '#connectors/authorization.ts'
import { comparableHtml } from '#connectors/cms/comparable-html.ts'
import type { CmsCreated, CmsWrite, FieldMapping } from '#kernel/cms-connector.ts'
import type { Connection, Target } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import { connector } from '#kernel/connector.ts'

import {
  addressOfShop,
  type Article,
  articleFields,
  articleSchema,
  copyOf,
  expectedOf,
  gid,
  metafields,
  ownMetafield,
  tagsOf,
  textsOf,
} from './articles.ts'
import { call, label, refuseUserErrors, uninstall, userErrors } from './shopify-api.ts'

const usual = {
  title: 'title',
  slug: 'handle',
  contentHtml: 'body',
  excerpt: 'summary',
  featuredImage: 'image',
  categories: 'tags',
  tags: 'tags',
  authors: 'author.name',
  seoTitle: 'global.title_tag',
  metaDescription: 'global.description_tag',
  canonicalUrl: 'masthead.canonical_url',
  publishAt: 'publishDate',
} as const satisfies FieldMapping

/** Scopes of which one allows writing articles. */
const writing = ['write_content', 'write_online_store_pages']
const mostTargets = 1000
/** Pages of articles, newest first, in which a create of unknown outcome is looked for. */
const mostPages = 10

/** Shopify by its Admin GraphQL API: articles of a blog of the shop. */
export const shopify = connector({
  provider: 'shopify',
  kind: 'cms',
  label,
  settings: z.object({
    shop: z
      .string()
      .regex(/^[a-z\d][a-z\d-]{0,60}\.myshopify\.com$/, 'Must have the form name.myshopify.com')
      .meta({ title: 'Shop', description: 'Its own address, name.myshopify.com' }),
  }),
  secret: z
    .object({
      accessToken: z.string().min(10).max(400).optional().meta({
        title: 'Access token',
        description: 'Of an app of the shop that may write_content; or the two fields below',
      }),
      clientId: z.string().min(1).max(200).optional().meta({
        title: 'Client id',
        description: 'Of an app that is installed in the shop',
      }),
      clientSecret: z
        .string()
        .min(1)
        .max(400)
        .optional()
        .meta({ title: 'Client secret', description: 'Of the same app' }),
    })
    .refine(
      ({ accessToken, clientId, clientSecret }) =>
        accessToken === undefined
          ? clientId !== undefined && clientSecret !== undefined
          : clientId === undefined && clientSecret === undefined,
      { path: ['accessToken'], message: 'Give the access token, or client id and client secret' },
    ),
  targets: () => ['blog'],
  endsAt: 'Settings, Apps and sales channels',
  oauth: {
    scopes: [],
    needs: ['shop'],
    authorizeUrl: (connection, { clientId, redirectUri, state }) =>
      authorizeAddress(connection, `https://${connection.settings['shop'] ?? ''}/admin/oauth/authorize`, {
        client_id: clientId,
        scope: 'write_content',
        redirect_uri: redirectUri,
        state,
      }),
    async exchange(connection, given) {
      const address = `https://${connection.settings['shop'] ?? ''}/admin/oauth/access_token`
      const { token, scopes } = await tokenFor(connection, { label, address }, given)
      return { secret: { accessToken: token }, scopes }
    },
    revoke: uninstall,
  },
  addresses: ({ settings }) => [`https://${settings['shop'] ?? ''}`],

  async probe(connection) {
    const { shop, currentAppInstallation } = await call(
      connection,
      'query Probe { shop { name } currentAppInstallation { accessScopes { handle } } blogs(first: 1) { nodes { id } } }',
      {
        data: z.object({
          shop: z.object({ name: z.string() }),
          currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
        }),
      },
    )
    const scopesGranted = currentAppInstallation.accessScopes.map(({ handle }) => handle)
    if (!writing.some((scope) => scopesGranted.includes(scope)))
      throw new ConnectorFault('forbidden', 'This app may not write articles: it needs write_content.', {
        reason: 'write_content',
      })
    const checks = [{ name: 'read', ok: true, detail: `Reads the blogs of ${shop.name}, and may write articles.` }]
    return { connectedAs: shop.name, capabilities: ['articles'], scopesGranted, checks }
  },

  async listTargets(connection) {
    const found: Target[] = []
    let after: string | null = null
    do {
      const { blogs } = await readBlogs(connection, after)
      found.push(...blogs.nodes.map(({ id, title }) => ({ externalId: id, name: title })))
      after = blogs.pageInfo.hasNextPage ? blogs.pageInfo.endCursor : null
    } while (after !== null && found.length < mostTargets)
    return found
  },

  fields: async () => [...new Set(Object.values(usual))].map((name) => ({ name, required: name === 'title' })),
  defaultMapping: () => usual,
  expected: ({ item, mapping }) => expectedOf(item, mapping),

  async find(connection, { item, mapping }) {
    let after: string | null = null
    for (let page = 0; page < mostPages; page++) {
      const { articles } = await readNewest(connection, after)
      const found = articles.nodes.find((article) => isOurs(article, item))
      if (found !== undefined) return copyOf(found, mapping, addressOfShop(connection))
      if (!articles.pageInfo.hasNextPage) return undefined
      after = articles.pageInfo.endCursor
    }
    return undefined
  },

  async upsert(connection, write) {
    const article =
      write.externalId === null ? await create(connection, write) : await update(connection, write, write.externalId)
    const { externalId, externalUrl, etag } = copyOf(article, write.mapping, addressOfShop(connection))
    return { externalId, externalUrl, etag, warnings: [] }
  },

  async unpublish(connection, { externalId }) {
    const variables = { id: gid(externalId), article: { isPublished: false } }
    refuseUserErrors((await call(connection, takeDown, { variables, data: updated })).articleUpdate.userErrors)
  },

  async remove(connection, externalId) {
    const document = 'mutation Remove($id: ID!) { articleDelete(id: $id) { userErrors { code field message } } }'
    const data = z.object({ articleDelete: z.object({ userErrors }) })
    const { articleDelete } = await call(connection, document, { variables: { id: gid(externalId) }, data })
    if (articleDelete.userErrors[0]?.code !== 'NOT_FOUND') refuseUserErrors(articleDelete.userErrors)
  },

  async fetch(connection, externalId, mapping) {
    const document = `query Read($id: ID!) { article(id: $id) { ${articleFields} } shop { primaryDomain { url } } }`
    const data = z.object({
      article: articleSchema.nullable(),
      shop: z.object({ primaryDomain: z.object({ url: z.string() }) }),
    })
    const { article, shop } = await call(connection, document, { variables: { id: gid(externalId) }, data })
    if (article === null) throw new ConnectorFault('notFound', `${label} no longer has this record.`)
    return copyOf(article, mapping, shop.primaryDomain.url)
  },
})

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })

function readBlogs(connection: Connection, after: string | null) {
  const document =
    'query Blogs($after: String) { blogs(first: 250, after: $after) { nodes { id title } pageInfo { hasNextPage endCursor } } }'
  const blog = z.object({ id: z.string(), title: z.string() })
  const data = z.object({ blogs: z.object({ nodes: z.array(blog), pageInfo }) })
  return call(connection, document, { variables: { after }, data })
}

// Read from the blog itself: a search could be behind what was just written.
async function readNewest(connection: Connection, after: string | null) {
  const document = `query Newest($id: ID!, $after: String) { blog(id: $id) { articles(first: 50, after: $after, reverse: true) {
    nodes { ${articleFields} } pageInfo { hasNextPage endCursor } } } }`
  const articles = z.object({ nodes: z.array(articleSchema), pageInfo })
  const data = z.object({ blog: z.object({ articles }).nullable() })
  const variables = { id: connection.target?.externalId ?? '', after }
  const { blog } = await call(connection, document, { variables, data })
  if (blog !== null) return blog
  throw new ConnectorFault('invalid', 'The selected blog no longer exists: select another one.', { reason: 'no_blog' })
}

const created = z.object({ articleCreate: z.object({ article: articleSchema.nullable(), userErrors }) })
const updated = z.object({
  articleUpdate: z.object({ article: articleSchema.nullish(), userErrors }),
  metafieldsDelete: z.object({ userErrors: z.array(z.unknown()) }).nullish(),
})
const takeDown =
  'mutation TakeDown($id: ID!, $article: ArticleUpdateInput!) { articleUpdate(id: $id, article: $article) { userErrors { code field message } } }'

async function create(connection: Connection, write: CmsWrite): Promise<Article> {
  const document = `mutation Create($article: ArticleCreateInput!) { articleCreate(article: $article) {
    article { ${articleFields} } userErrors { code field message } } }`
  const { input } = inputOf(write)
  const { target } = connection
  // Every article has an author there.
  const author = input['author'] ?? { name: target?.name ?? label }
  const article = { blogId: target?.externalId, ...input, author }
  const { articleCreate } = await call(connection, document, { variables: { article }, data: created })
  refuseUserErrors(articleCreate.userErrors)
  return present(articleCreate.article)
}

async function update(connection: Connection, write: CmsWrite, externalId: string): Promise<Article> {
  const id = gid(externalId)
  const { input, cleared } = inputOf(write)
  // Metafields cannot be empty: those without a value are removed, in the same request.
  const document = `mutation Update($id: ID!, $article: ArticleUpdateInput!, $cleared: [MetafieldIdentifierInput!]!, $clears: Boolean!) {
    metafieldsDelete(metafields: $cleared) @include(if: $clears) { userErrors { message } }
    articleUpdate(id: $id, article: $article) { article { ${articleFields} } userErrors { code field message } } }`
  const image = 'image' in input || write.mapping.featuredImage !== 'image' ? {} : { image: null }
  const article = { ...input, ...image, ...(write.mapping.slug === undefined ? {} : { redirectNewHandle: true }) }
  const identifiers = cleared.map((name) => ({ ownerId: id, ...namedMetafield(name) }))
  const variables = { id, article, cleared: identifiers, clears: identifiers.length > 0 }
  const { articleUpdate } = await call(connection, document, { variables, data: updated })
  refuseUserErrors(articleUpdate.userErrors)
  return present(articleUpdate.article)
}

function present(article: Article | null | undefined): Article {
  if (article != null) return article
  throw new ConnectorFault('unavailable', `${label} answered without the article.`, { reason: 'no_article' })
}

/** What is sent of an item; `cleared`: metafields that are mapped and have no value. */
function inputOf({ item, mapping, as }: CmsWrite): { input: Record<string, unknown>; cleared: string[] } {
  const texts = Object.entries(textsOf(item)).flatMap(([field, text]) => {
    const name = mapping[field as keyof ReturnType<typeof textsOf>]
    return name === undefined ? [] : [[name, text] as const]
  })
  const isMetafield = (name: string) => metafields.some((one) => one === name)
  const set = texts.filter(([name, text]) => isMetafield(name) && (text ?? '') !== '')
  const [author] = item.authors
  const picture = item.featuredImage
  const tags = tagsOf(item, mapping)
  const input = {
    ...Object.fromEntries(
      texts.filter(([name]) => !isMetafield(name)).map(([name, text]) => [name, plain(name, text)]),
    ),
    ...(mapping.contentHtml === undefined ? {} : { [mapping.contentHtml]: item.contentHtml }),
    ...(tags === undefined ? {} : { tags }),
    ...(mapping.authors === 'author.name' && author !== undefined ? { author: { name: author.name } } : {}),
    ...(mapping.featuredImage === 'image' && picture !== null
      ? { image: { url: picture.url, altText: picture.alt } }
      : {}),
    ...(mapping.publishAt === 'publishDate' && item.publishAt !== null && as === 'published'
      ? { publishDate: item.publishAt.toISOString() }
      : {}),
    isPublished: as === 'published',
    metafields: [...set, [ownMetafield, item.id] as const].map(([name, text]) => ({
      ...namedMetafield(name),
      type: 'single_line_text_field',
      value: (text ?? '').replaceAll(/\s+/g, ' '),
    })),
  }
  const cleared = texts.filter(([name, text]) => isMetafield(name) && (text ?? '') === '').map(([name]) => name)
  return { input, cleared }
}

// The summary is HTML there.
function plain(name: string, text: string | null): string {
  if (name !== 'summary') return text ?? ''
  return (text ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function namedMetafield(name: string): { namespace: string; key: string } {
  const [namespace = '', key = ''] = name.split('.')
  return { namespace, key }
}

// Where the id of the item is not kept, only what was sent tells our article from somebody else's.
function isOurs(article: Article, item: CmsCreated['item']): boolean {
  if (article.itemId != null) return article.itemId.value === item.id
  return article.title === item.title && comparableHtml(article.body) === comparableHtml(item.contentHtml)
}

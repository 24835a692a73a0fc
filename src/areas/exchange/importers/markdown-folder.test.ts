import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { folderTree } from './markdown-files.ts'
import { readMarkdown, type MarkdownOptions } from './markdown-folder.ts'
import type { ImportedItem, ImportRecord } from './record.ts'

const now = new Date('2026-06-15T12:00:00Z')
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'markdown-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function stage(
  files: Record<string, string | Uint8Array>,
  options: Partial<MarkdownOptions> = {},
  source = folder,
) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const records: ImportRecord[] = []
  for await (const record of readMarkdown(await folderTree(source), { now, ...options })) records.push(record)
  const items = new Map(
    records.flatMap((record): [string, ImportedItem][] =>
      record.kind === 'item' ? [[record.sourceLabel, record]] : [],
    ),
  )
  const skipped = Object.fromEntries(
    records.flatMap((record) => (record.kind === 'skipped' ? [[record.sourceLabel, record.what]] : [])),
  )
  const notes = records.flatMap((record) => (record.kind === 'note' ? [`${record.sourceLabel}: ${record.code}`] : []))
  return { items, skipped, notes, records }
}

test('every file ends as an item or as a skipped entry with its reason', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'outside-'))
  await symlink(outside, join(folder, 'away'))
  await symlink(join(folder, 'b.md'), join(folder, 'a-link.md'))
  await symlink(join(folder, 'nowhere'), join(folder, 'broken-link'))

  const { items, skipped } = await stage({
    '_index.md': '+++\ntitle = "All posts"\n+++\n',
    'b.md': '---\ntitle: B\ndate: 2020-01-01\n---\nText',
    'docs/_index.md': '---\ntitle: Docs\n---\nRead this first.',
    'docs/template.md': '+++\ntemplate = "latest.html"\n+++\n',
    'docs/latin1.md': Buffer.from([0x23, 0x20, 0xe9, 0x0a]),
    'docs/picture.png': 'x',
    'docs/torn.md': '---\ntitle: "A\n---\nText that must not be lost',
    '.git/config': 'x',
    'big.md': 'x'.repeat(1_000_001),
  })

  expect([...items.keys()]).toEqual(['b.md', 'docs/_index.md'])
  expect(items.get('docs/_index.md')).toMatchObject({ type: 'page', slug: 'docs', content: 'Read this first.' })
  expect(skipped).toEqual({
    '.git': 'hidden file',
    '_index.md': 'list without text',
    'a-link.md': 'link',
    away: 'link',
    'big.md': 'too large file',
    'broken-link': 'link',
    'docs/latin1.md': 'unreadable file',
    'docs/picture.png': '.png file',
    'docs/template.md': 'file without text',
    'docs/torn.md': 'unreadable front matter',
  })
  await rm(outside, { recursive: true })
})

test('fields of YAML and TOML become the fields of an item', async () => {
  const { items, notes } = await stage({
    'posts/one.md':
      '\uFEFF---\r\ntitle: "One: more"\r\nslug: Über_uns\r\ndate: 2024-03-01T10:00:00+01:00\r\nauthor: Ada\r\ntags: red, blue\r\ncategories: [News]\r\ndescription: Short.\r\naliases:\r\n  - /old/one.html\r\n  - old/two/\r\n---\r\nText\r\n',
    'posts/two.md':
      '+++\ntitle = "Two"\ndate = 2024-03-02\nauthors = ["Ada", { name = "Grace", bio = "Admiral" }]\n[taxonomies]\ntags = ["green", "Green"]\ncategories = ["News"]\n[extra]\nteam = "x"\n+++\nText',
  })

  expect(items.get('posts/one.md')).toMatchObject({
    title: 'One: more',
    slug: 'uber-uns',
    status: 'published',
    publishAt: new Date('2024-03-01T09:00:00Z'),
    authors: [{ name: 'Ada', slug: null }],
    tags: [{ name: 'red' }, { name: 'blue' }],
    categories: [{ name: 'News' }],
    excerpt: 'Short.',
    aliases: ['/old/one.html', '/old/two'],
    content: 'Text\n',
    contentFormat: 'markdown',
  })
  expect(items.get('posts/two.md')).toMatchObject({
    publishAt: new Date('2024-03-02T00:00:00Z'),
    authors: [{ name: 'Ada' }, { name: 'Grace', bio: 'Admiral' }],
    tags: [{ name: 'green' }],
    categories: [{ name: 'News' }],
  })
  expect(notes).toContain('posts/one.md: slug_changed')
  expect(notes.at(-1)).toMatch(/: field_ignored$/)
})

test('slug and date come from path, file name or folder when front matter does not name them', async () => {
  const { items } = await stage({
    '2016-05-05-hello-world.md': '# Hello\n\nText',
    'a.md': '+++\ntitle = "A"\npath = "2025/06/26/Release-1.88.0"\n+++\nText',
    'trip/index.md': '---\ntitle: Trip\ndate: 2020-02-02\n---\nText',
    'trip/day@2.md': '---\ntitle: Day two\ndate: 2020-02-03\nslug: ""\n---\nText',
  })

  expect(items.get('2016-05-05-hello-world.md')).toMatchObject({
    slug: 'hello-world',
    publishAt: new Date('2016-05-05T00:00:00Z'),
  })
  expect(items.get('a.md')).toMatchObject({
    slug: 'release-1.88.0',
    publishAt: new Date('2025-06-26T00:00:00Z'),
    sourcePath: '/2025/06/26/Release-1.88.0',
  })
  expect(items.get('trip/index.md')).toMatchObject({ slug: 'trip' })
  expect(items.get('trip/day@2.md')).toMatchObject({ slug: 'day-2' })
})

test('the first heading becomes the title and leaves the body, and so does one that repeats it', async () => {
  const { items, notes } = await stage({
    'atx.md': '# The *first* `one`\n\nText\n\n## Second\n',
    'code.md': '```\n# no heading\n```\n\nReal one\n========\n\nText',
    'nothing.md': 'Only text',
    'titled.md': '---\ntitle: T\n---\n\n&nbsp;\n\n# T\n\nText',
    'other.md': '---\ntitle: T\n---\n<p>&nbsp;</p>\n\n# Another\n\nText',
  })

  expect(items.get('atx.md')).toMatchObject({ title: 'The first one', content: 'Text\n\n## Second\n' })
  expect(items.get('code.md')).toMatchObject({ title: 'Real one', content: '```\n# no heading\n```\n\nText' })
  expect(items.get('nothing.md')).toMatchObject({ title: 'nothing', content: 'Only text' })
  expect(items.get('titled.md')).toMatchObject({ title: 'T', content: 'Text' })
  expect(items.get('other.md')).toMatchObject({ title: 'T', content: '# Another\n\nText' })
  expect(notes).toContain('nothing.md: title_made')
})

test.each([
  ['draft: yes', 'draft', undefined],
  ['draft: on', 'draft', undefined],
  ['draft: 1', 'draft', undefined],
  ['draft: "1"', 'draft', undefined],
  ['draft: True', 'draft', undefined],
  ['draft: no', 'published', undefined],
  ['draft: off', 'published', undefined],
  ['draft: 0', 'published', undefined],
  ['draft:', 'published', undefined],
  ['draft: perhaps', 'draft', '"draft" is "perhaps", which does not say whether it is public: it became a draft'],
  ['draft: [a]', 'draft', '"draft" is "[\\"a\\"]", which does not say whether it is public: it became a draft'],
  ['private: true', 'draft', undefined],
  ['published: no', 'draft', undefined],
  ['published: yes', 'published', undefined],
  ['published: later', 'draft', '"published" is "later", which does not say whether it is public: it became a draft'],
  ['published: 2020-01-01', 'published', undefined],
  ['status: draft', 'draft', undefined],
  ['post_status: Pending', 'draft', undefined],
  ['status: publish', 'published', undefined],
  [
    'status: evergreen',
    'published',
    '"status" is "evergreen", which does not say whether it is public: nothing follows from it',
  ],
  ['visibility: members', 'draft', undefined],
  ['password: secret', 'draft', undefined],
])('front matter with %j is %s', async (line, status, note) => {
  const { records } = await stage({ 'a.md': `---\ndate: 2020-01-01\n${line}\n---\n# A` })

  expect(records.flatMap((record) => (record.kind === 'item' ? [record.status] : []))).toEqual([status])
  expect(records.flatMap((record) => (record.kind === 'note' ? [record.message] : []))).toEqual(
    note === undefined ? [] : [note],
  )
})

test('fields under their names in Masthead are read, and a value in another form is noted', async () => {
  const { items, records } = await stage({
    'a.md':
      '---\nseoTitle: Tea now\nrobots: {noindex: true}\nfaq: a text\ncollection: glossary\ncreated: 2019-01-01\n---\n# A',
  })

  expect(items.get('a.md')).toMatchObject({
    ownFields: { seoTitle: 'Tea now', robots: { noindex: true } },
    statedCollection: 'glossary',
    createdAt: new Date('2019-01-01T00:00:00Z'),
  })
  expect(records).toContainEqual(
    expect.objectContaining({ code: 'value_ignored', message: `"faq" is not in the form of Masthead's field` }),
  )
})

test('what is in the folder of drafts is a draft', async () => {
  const { records } = await stage({ 'site/_drafts/a.md': '# A', 'site/_posts/2020-01-01-b.md': '# B' })

  expect(records.flatMap((record) => (record.kind === 'item' ? [record.status] : []))).toEqual(['draft', 'published'])
})

test('status follows draft and date, and only a draft with a publish_at of the future keeps it', async () => {
  const { items, notes } = await stage({
    'draft.md': '---\ndraft: true\ndate: 2030-01-01\n---\n# A',
    'future.md': '---\ndate: 2030-01-01\n---\n# A',
    'legacy.md': '---\ndraft: true\npublish_at: 2027-01-01 08:00\n---\n# A',
    'old-draft.md': '---\ndraft: true\npublish_at: 2020-01-01\n---\n# A',
    'undated.md': '---\ndate: soon\n---\n# A',
    'expired.md': '---\ndate: 2020-01-01\nexpiryDate: 2021-01-01\n---\n# A',
    'expires.md': '---\ndate: 2020-01-01\nexpiryDate: 2031-01-01\n---\n# A',
    'not-yet.md': '---\ndate: 2020-01-01\npublishDate: 2030-01-01\n---\n# A',
    'shown-since.md': '---\ndate: 2020-01-01\npublishDate: 2021-01-01\n---\n# A',
    'no-such-day.md': '+++\ndate = 2024-02-30\n+++\n# A',
    'no-such-time.md': '+++\ndate = 2023-04-31T10:00:00Z\n+++\n# A',
  })
  const state = (file: string) => [items.get(file)?.status, items.get(file)?.publishAt?.toISOString() ?? null]

  expect(state('draft.md')).toEqual(['draft', null])
  expect(state('future.md')).toEqual(['scheduled', '2030-01-01T00:00:00.000Z'])
  expect(state('legacy.md')).toEqual(['draft', '2027-01-01T08:00:00.000Z'])
  expect(state('old-draft.md')).toEqual(['draft', null])
  expect(state('undated.md')).toEqual(['published', null])
  expect(state('expired.md')).toEqual(['draft', null])
  expect(state('expires.md')).toEqual(['published', '2020-01-01T00:00:00.000Z'])
  expect(state('not-yet.md')).toEqual(['scheduled', '2030-01-01T00:00:00.000Z'])
  expect(state('shown-since.md')).toEqual(['published', '2020-01-01T00:00:00.000Z'])
  expect([state('no-such-day.md'), state('no-such-time.md')]).toEqual([
    ['published', null],
    ['published', null],
  ])
  expect(notes).toEqual(
    expect.arrayContaining([
      'expired.md: status_changed',
      'no-such-day.md: date_unreadable',
      'no-such-time.md: date_unreadable',
    ]),
  )
  expect(notes).toEqual(expect.arrayContaining(['undated.md: date_missing', 'undated.md: date_unreadable']))
})

test('links between imported files lead to the items, and what leads nowhere is kept and noted', async () => {
  const { items, notes } = await stage(
    {
      'blog/a.md': [
        '# A',
        '[b](./b.md#part) [multi',
        'line](@/blog/b.md) [page](/2020/01/02/bee/ "The bee") [gone](missing.md) [up](../c/)',
        '[ref] `[code](./b.md)` <a href="b.md">html</a> [out](https://example.org/b.md) [b(c)](b%20c.md)',
        '',
        '[ref]: ./b.md "B"',
      ].join('\n'),
      'blog/b.md': '+++\ntitle = "B"\npath = "2020/01/02/bee"\n+++\nText',
      'blog/b c.md': '# BC',
      'c/index.md': '# C',
    },
    { linkTo: ({ slug }) => `/articles/${slug}` },
  )

  expect(items.get('blog/a.md')?.content).toBe(
    [
      '[b](/articles/bee#part) [multi',
      'line](/articles/bee) [page](/articles/bee "The bee") [gone](missing.md) [up](/articles/c)',
      '[ref] `[code](./b.md)` <a href="/articles/bee">html</a> [out](https://example.org/b.md) [b(c)](/articles/b-c)',
      '',
      '[ref]: /articles/bee "B"',
    ].join('\n'),
  )
  expect(notes.filter((note) => note.endsWith('link_unresolved'))).toEqual(['blog/a.md: link_unresolved'])
})

test('relative images become absolute below the base URL as the old site served them, else they are noted', async () => {
  const files = {
    'posts/plain.md': '# P\n\n![x](beside.png) ![y](pic.png "Y") <img src="/z.png">',
    'posts/beside.png': 'x',
    'trip/index.md':
      '+++\ntitle = "Trip"\npath = "2020/trip"\n+++\n![a b](a%20b.png)\n![up](../other/u.png)\n![ref][r]\n\n[r]: r.svg\n',
  }
  const { items } = await stage(files, { baseUrl: 'https://example.org/' })
  const without = await stage({})

  expect(items.get('posts/plain.md')?.content).toBe(
    '![x](beside.png) ![y](https://example.org/posts/plain/pic.png "Y") <img src="https://example.org/z.png">',
  )
  expect(items.get('posts/plain.md')?.pictures?.get('beside.png')).toMatchObject({
    file: { path: 'posts/beside.png' },
    otherwise: 'https://example.org/posts/beside.png',
  })
  expect(items.get('trip/index.md')?.content).toBe(
    '![a b](https://example.org/2020/trip/a%20b.png)\n![up](https://example.org/2020/other/u.png)\n![ref][r]\n\n[r]: https://example.org/2020/trip/r.svg\n',
  )
  expect(without.notes.filter((note) => note.endsWith('image_unresolved'))).toHaveLength(5)
  expect(without.items.get('posts/plain.md')?.content).toContain('![x](beside.png)')
})

test('links in the words of Jekyll, Hugo and Obsidian lead to the pages of the source, others keep their text', async () => {
  const { items, notes } = await stage({
    'posts/2020-01-01-one.md': '# One\n\nFirst.',
    'two.md': [
      'See [one]({% post_url 2020-01-01-one %}), [r]({{< relref "2020-01-01-one.md" >}}), [[2020-01-01-one|shown]].',
      'Base: [x]({{ site.baseurl }}/x/) [y]({{ "/y/" | relative_url }}), lost [text]({% link gone.md %}) and [[gone]], `[[code]]`.',
    ].join('\n'),
  })

  const content = items.get('two.md')?.content
  const to = /\[one\]\(([^()]+)\)/.exec(content ?? '')?.[1]
  expect(to).toMatch(/one$/)
  expect(content).toBe(
    `See [one](${to}), [r](${to}), [shown](${to}).\nBase: [x](/x/) [y](/y/), lost text and gone, \`[[code]]\`.`,
  )
  expect(notes.filter((note) => note === 'two.md: link_unresolved')).toHaveLength(2)
})

test('shortcodes become readable and braces in code or text stay', async () => {
  const { items, notes } = await stage({
    'a.md': [
      '# A',
      '{{ youtube(id="dQw4") }} {{< figure src="https://example.org/x.png" alt="An x" >}}',
      '{% quote(author="x") %}Said **so**.{% end %} {{ custom(a=1) }}',
      '`{{ youtube(id="1") }}` format!("{{}}", x) {{closure}}',
      '',
      '```yaml',
      'token: ${{ steps.auth(x) }}',
      '```',
      '',
      '{% highlight rust %}',
      'let x = 1;',
      '{% endhighlight %}',
    ].join('\n'),
  })

  expect(items.get('a.md')?.content).toBe(
    [
      '<https://www.youtube.com/watch?v=dQw4> ![An x](https://example.org/x.png)',
      'Said **so**. {{ custom(a=1) }}',
      '`{{ youtube(id="1") }}` format!("{{}}", x) {{closure}}',
      '',
      '```yaml',
      'token: ${{ steps.auth(x) }}',
      '```',
      '',
      '```rust',
      'let x = 1;',
      '```',
    ].join('\n'),
  )
  expect(notes).toEqual(expect.arrayContaining(['a.md: shortcode_kept', 'a.md: shortcode_opened']))
})

test('files that share a slug get suffixes in the order of their paths, the same ones in every run', async () => {
  const files = { 'a/report.md': '# A', 'b/report.md': '# B', 'c/report-2.md': '# C', 'd/Report.md': '# D' }
  const first = await stage(files)
  const second = await stage({})

  expect([...first.items.values()].map((item) => item.slug)).toEqual(['report', 'report-2', 'report-2-2', 'report-3'])
  expect(first.notes.filter((note) => note.endsWith('slug_shared'))).toHaveLength(3)
  expect([...second.items.values()]).toEqual([...first.items.values()])
})

test('one file is read alone, with the key that it has in its folder, and knows its neighbours', async () => {
  const { items } = await stage({ 'a.md': '# A\n\n[b](b.md)', 'b.md': '# B', 'c.txt': 'x' })
  const alone = await stage({}, {}, join(folder, 'a.md'))

  expect(alone.records.filter((record) => record.kind !== 'note')).toEqual([items.get('a.md')])
  expect((await stage({}, {}, join(folder, 'c.txt'))).skipped).toEqual({ 'c.txt': 'file' })
})

test('texts over their length are cut with a note, control characters go', async () => {
  const { items, notes } = await stage({
    'a.md': `---\ntitle: ${'word '.repeat(100)}\ndescription: ${'é'.repeat(600)}\n---\nbell\u0007 e\u0301`,
  })

  expect(items.get('a.md')?.title.length).toBeLessThanOrEqual(300)
  expect(items.get('a.md')?.excerpt).toHaveLength(500)
  expect(items.get('a.md')?.content).toBe('bell \u00e9')
  expect(notes).toEqual(expect.arrayContaining(['a.md: text_shortened', 'a.md: characters_removed']))
})

test('MDX is read as Markdown: statements go, components become their text, and what was left out is noted', async () => {
  const { items, notes } = await stage({
    'a.mdx': [
      "---\ntitle: A\n---\nimport Box from './box'\nimport {\n  Other,\n} from 'other'\n\nexport const meta = { a: 1 }\n",
      '# A\n',
      '<Box kind={{ a: 1 }}>\n\nInside **words**.\n\n</Box>\n',
      '{/* a comment */}<Chart data={[1, 2]} />\n',
      '<Image src="./pic.png" alt="A pic" />\n',
      '<div className={styles.a} title="t">In a div</div>\n',
      '```jsx\nimport x from "x"\n\n<Box/>\n```\n\nWe import tea.\n',
    ].join('\n'),
    'pic.png': 'x',
  })

  const { content = '' } = items.get('a.mdx') ?? {}
  expect(content.startsWith('Inside **words**.')).toBe(true)
  expect(content).not.toMatch(/<Box kind|meta|Other|comment|Chart|styles/)
  expect(content).toContain('![A pic](<./pic.png>)')
  expect(content).toContain('<div title="t">In a div</div>')
  expect(content).toContain('```jsx\nimport x from "x"\n\n<Box/>\n```\n\nWe import tea.')
  expect(notes).toEqual(['a.mdx: shortcode_opened', 'a.mdx: block_dropped', 'a.mdx: date_missing'])
})

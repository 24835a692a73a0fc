import { Schema, type MarkSpec, type NodeSpec } from 'prosemirror-model'
import { tableNodes } from 'prosemirror-tables'

import { shownImage } from '#web/areas/content/article/body/shown-image.ts'

// What a body can have as rich text: GitHub Flavored Markdown without HTML, footnotes and definitions. Whatever else a body has is
// kept as its source, in a `raw` block or a `rawInline` piece (web.md#markdown-is-the-truth). What a block only carries along is in
// its DOM too: the clipboard holds nothing else (web.md#a-copy-is-the-same).

/** What only the editor itself copies is read before what it resembles. */
const ours = 60
// A mark or a bar stands where the words begin (web.md#texts-have-their-direction).
const ownDirection = { dir: 'auto' }
const isSpread = (dom: HTMLElement) => dom.dataset['spread'] !== undefined

const blocks: Record<string, NodeSpec> = {
  doc: { content: 'block+' },
  paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  heading: {
    attrs: { level: { default: 2 } },
    content: 'inline*',
    group: 'block',
    defining: true,
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
      tag: `h${level}`,
      // The page has one first heading, the title; what a body already has stays as it is.
      getAttrs: (dom) => ({ level: Number(dom.dataset['level'] ?? Math.max(2, level)) }),
    })),
    toDOM: ({ attrs }) => [`h${attrs['level']}`, { 'data-level': attrs['level'] }, 0],
  },
  blockquote: {
    content: 'block+',
    group: 'block',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', ownDirection, 0],
  },
  bulletList: {
    attrs: { spread: { default: false } },
    content: 'listItem+',
    group: 'block',
    parseDOM: [{ tag: 'ul', getAttrs: (dom) => ({ spread: isSpread(dom) }) }],
    toDOM: ({ attrs }) => ['ul', { ...ownDirection, 'data-spread': attrs['spread'] || null }, 0],
  },
  orderedList: {
    attrs: { start: { default: 1 }, spread: { default: false } },
    content: 'listItem+',
    group: 'block',
    parseDOM: [
      {
        tag: 'ol',
        getAttrs: (dom) => ({ start: Number(dom.getAttribute('start') ?? 1), spread: isSpread(dom) }),
      },
    ],
    toDOM: ({ attrs }) => ['ol', { ...ownDirection, start: attrs['start'], 'data-spread': attrs['spread'] || null }, 0],
  },
  listItem: {
    attrs: { checked: { default: null } },
    content: 'paragraph block*',
    defining: true,
    parseDOM: [
      { tag: 'li.task', getAttrs: (dom) => ({ checked: dom.classList.contains('done') }), priority: ours },
      { tag: 'li' },
    ],
    toDOM: ({ attrs }) =>
      attrs['checked'] === null ? ['li', 0] : ['li', { class: attrs['checked'] ? 'task done' : 'task' }, ['div', 0]],
  },
  codeBlock: {
    attrs: { lang: { default: null }, meta: { default: null } },
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    parseDOM: [
      {
        tag: 'pre',
        preserveWhitespace: 'full',
        getAttrs: (dom) => ({ lang: dom.dataset['lang'] ?? null, meta: dom.dataset['meta'] ?? null }),
      },
    ],
    toDOM: ({ attrs }) => [
      'pre',
      { spellcheck: 'false', 'data-lang': attrs['lang'], 'data-meta': attrs['meta'] },
      ['code', 0],
    ],
  },
  rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  raw: {
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    parseDOM: [{ tag: 'pre.raw', preserveWhitespace: 'full', priority: ours }],
    toDOM: () => [
      'pre',
      { class: 'raw', spellcheck: 'false', 'aria-label': 'Source that is kept as it is' },
      ['code', 0],
    ],
  },
  ...tableNodes({
    tableGroup: 'block',
    cellContent: 'paragraph',
    cellAttributes: {
      align: {
        default: null,
        getFromDOM: (dom) => dom.dataset['align'] ?? null,
        setDOMAttr: (value, attrs) => void (typeof value === 'string' && (attrs['data-align'] = value)),
      },
    },
  }),
}

const inlines: Record<string, NodeSpec> = {
  text: { group: 'inline' },
  image: {
    inline: true,
    group: 'inline',
    draggable: true,
    attrs: { src: {}, alt: { default: '' }, title: { default: null } },
    parseDOM: [
      {
        tag: '[data-src]',
        priority: ours,
        getAttrs: ({ dataset }) => ({
          src: dataset['src'],
          alt: dataset['alt'] ?? '',
          title: dataset['title'] ?? null,
        }),
      },
      {
        tag: 'img[src]',
        getAttrs: (dom) => ({
          src: dom.getAttribute('src'),
          alt: dom.getAttribute('alt') ?? '',
          title: dom.getAttribute('title'),
        }),
      },
    ],
    toDOM: ({ attrs }) => {
      const [src, alt] = [String(attrs['src']), String(attrs['alt'])]
      const shown = shownImage(src)
      const said = { 'data-src': src, 'data-alt': alt, 'data-title': attrs['title'] }
      return shown === null
        ? ['span', { class: 'elsewhere', title: src, ...said }, alt || src]
        : ['img', { src: shown, alt, ...said }]
    },
  },
  hardBreak: { inline: true, group: 'inline', selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
  rawInline: {
    inline: true,
    group: 'inline',
    atom: true,
    attrs: { source: {} },
    parseDOM: [{ tag: 'code.raw', priority: ours, getAttrs: (dom) => ({ source: dom.textContent }) }],
    toDOM: ({ attrs }) => ['code', { class: 'raw' }, String(attrs['source'])],
  },
}

const marks: Record<string, MarkSpec> = {
  link: {
    attrs: { href: {}, title: { default: null } },
    inclusive: false,
    parseDOM: [
      // The second is what the editor itself copied.
      { tag: 'a[href]', getAttrs: (dom) => ({ href: dom.getAttribute('href'), title: dom.getAttribute('title') }) },
      { tag: 'a[data-href]', getAttrs: (dom) => ({ href: dom.dataset['href'], title: dom.dataset['title'] ?? null }) },
    ],
    // It is written, not followed.
    toDOM: ({ attrs }) => ['a', { 'data-href': attrs['href'], 'data-title': attrs['title'], title: attrs['href'] }, 0],
  },
  emphasis: { parseDOM: [{ tag: 'i' }, { tag: 'em' }], toDOM: () => ['em', 0] },
  strong: { parseDOM: [{ tag: 'b' }, { tag: 'strong' }], toDOM: () => ['strong', 0] },
  strike: { parseDOM: [{ tag: 's' }, { tag: 'del' }], toDOM: () => ['s', 0] },
  code: { code: true, parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
}

export const schema = new Schema({
  nodes: { ...blocks, table: { ...blocks['table'], toDOM: () => ['table', ownDirection, ['tbody', 0]] }, ...inlines },
  marks,
})

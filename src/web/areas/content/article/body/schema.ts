import { Schema, type MarkSpec, type NodeSpec } from 'prosemirror-model'
import { tableNodes } from 'prosemirror-tables'

import { shownImage } from '#web/areas/content/article/body/shown-image.ts'

// What a body can have as rich text: GitHub Flavored Markdown without HTML, footnotes and definitions. Whatever else a body has is
// kept as its source, in a `raw` block or a `rawInline` piece (web.md#markdown-is-the-truth).

const blocks: Record<string, NodeSpec> = {
  doc: { content: 'block+' },
  paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  heading: {
    attrs: { level: { default: 2 } },
    content: 'inline*',
    group: 'block',
    defining: true,
    // The page has one first heading, the title.
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.max(2, level) } })),
    toDOM: ({ attrs }) => [`h${attrs['level']}`, 0],
  },
  blockquote: {
    content: 'block+',
    group: 'block',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  bulletList: {
    attrs: { spread: { default: false } },
    content: 'listItem+',
    group: 'block',
    parseDOM: [{ tag: 'ul' }],
    toDOM: () => ['ul', 0],
  },
  orderedList: {
    attrs: { start: { default: 1 }, spread: { default: false } },
    content: 'listItem+',
    group: 'block',
    parseDOM: [{ tag: 'ol', getAttrs: (dom) => ({ start: Number(dom.getAttribute('start') ?? 1) }) }],
    toDOM: ({ attrs }) => ['ol', { start: attrs['start'] }, 0],
  },
  listItem: {
    attrs: { checked: { default: null } },
    content: 'paragraph block*',
    defining: true,
    parseDOM: [{ tag: 'li' }],
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
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', { spellcheck: 'false' }, ['code', 0]],
  },
  rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  raw: {
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
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
      return shown === null ? ['span', { class: 'elsewhere', title: src }, alt || src] : ['img', { src: shown, alt }]
    },
  },
  hardBreak: { inline: true, group: 'inline', selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
  rawInline: {
    inline: true,
    group: 'inline',
    atom: true,
    attrs: { source: {} },
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

export const schema = new Schema({ nodes: { ...blocks, ...inlines }, marks })

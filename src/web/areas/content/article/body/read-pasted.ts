import type { Node } from 'prosemirror-model'

import { cleanPaste } from '#web/areas/content/article/body/clean-paste.ts'
import { pastedTree } from '#web/areas/content/article/body/pasted-tree.ts'

/** HTML from a clipboard as the editor of a document reads it. */
export function readPasted(html: string, doc: Node): string {
  return cleanPaste(pastedTree(html), { isOurs: html.includes('data-pm-slice'), firstNote: firstFreeNote(doc) })
}

/** The number of the next footnote: a second one with the same number would take the text of the first. */
function firstFreeNote(doc: Node): number {
  let last = 0
  doc.descendants(({ type, attrs, textContent }) => {
    if (type.name !== 'rawInline' && type.name !== 'raw') return
    const source = type.name === 'raw' ? textContent : String(attrs['source'])
    for (const [, number] of source.matchAll(/\[\^(\d{1,6})\]/g)) last = Math.max(last, Number(number))
  })
  return last + 1
}

import type { Node } from 'prosemirror-model'

import { cleanPaste, lostPictures } from '#web/areas/content/article/body/clean-paste.ts'
import { pastedTree } from '#web/areas/content/article/body/pasted-tree.ts'
import { toast } from '#web/parts/toast.tsx'

/** HTML from a clipboard as the editor of a document reads it. Says which pictures do not come with it. */
export function readPasted(html: string, doc: Node): string {
  const tree = pastedTree(html)
  const lost = lostPictures(tree)
  if (lost > 0)
    toast(
      lost === 1
        ? 'A picture did not come with the text. Copy it by itself and paste it where it belongs.'
        : `${lost} pictures did not come with the text. Copy each one by itself and paste it where it belongs.`,
    )
  return cleanPaste(tree, { isOurs: html.includes('data-pm-slice'), firstNote: firstFreeNote(doc) })
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

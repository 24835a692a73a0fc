import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

type Syntax = ReturnType<typeof gfm>

const everything = gfm()
const meanings = [gfmFromMarkdown()]

/**
 * The syntax tree of a Markdown text (CommonMark with the extensions of GitHub), the same wherever a body is read. What a text cannot
 * contain is not looked for: an address of mail would be tried at each word, a table at each paragraph, for half of the time.
 */
export function markdownTree(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [syntaxFor(markdown)], mdastExtensions: meanings })
}

function syntaxFor(markdown: string): Syntax {
  const absent = new Set<string | undefined>()
  if (!markdown.includes('@')) absent.add('emailAutolink')
  // The row below the head of a table has a bar, or says by a colon where its only column stands.
  if (!/\||:-|-:/.test(markdown)) absent.add('table')
  if (absent.size === 0) return everything
  return { ...everything, text: without(absent, everything.text), flow: without(absent, everything.flow) }
}

function without(absent: ReadonlySet<string | undefined>, constructs: Syntax['text'] = {}): Syntax['text'] {
  const kept = Object.entries(constructs).map(
    ([code, all]) => [code, [all].flat().filter((construct) => !absent.has(construct?.name))] as const,
  )
  return Object.fromEntries(kept.filter(([, some]) => some.length > 0)) as Syntax['text']
}

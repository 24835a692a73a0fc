import type { Root } from 'hast'
import rehypeRaw from 'rehype-raw'
import rehypeStringify from 'rehype-stringify'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'

import type { Rendered, RenderSource } from '#kernel/render.ts'
import { markdownTree } from '#std/markdown-tree.ts'
import { signatureOf } from '#std/minhash.ts'
import { searchedText } from '#std/searched-text.ts'

import { depthOfTree, fitTree, hasOddPre } from './fit-tree.ts'
import { showTextOfHiddenImages } from './hidden-images.ts'
import { countTags, type Excess, limits } from './limits.ts'
import { proseWords, readHtml } from './plain-text.ts'
import { policyVersion } from './policy-version.ts'
import { sanitise } from './policy.ts'
import { showScreenshots } from './screenshots.ts'
import { isSettled } from './settled-tree.ts'

const settlingPasses = 8

export type RenderOutcome = { rendered: Rendered } | { excess: Excess }

/** Markdown or HTML to sanitised HTML. It blocks for as long as it takes: only a worker calls it. */
export function renderBody({ content, format, comparisonScreenshots = [], mediaPath }: RenderSource): RenderOutcome {
  const source = format === 'markdown' ? fromMarkdown(content) : asRaw(content)
  const { nesting } = countTags(rawOf(source))
  if (nesting > limits.nesting) return { excess: { limit: 'nesting', found: nesting } }
  const tree = parsed(source)
  const depth = depthOfTree(tree)
  if (depth > limits.nesting) return { excess: { limit: 'nesting', found: depth } }

  showTextOfHiddenImages(tree, mediaPath)
  const settled = fitted(tree)
  showScreenshots(settled, comparisonScreenshots, mediaPath)
  const html = settledHtml(settled, mediaPath)
  const { text, hrefs } = readHtml(html)
  return {
    rendered: {
      html,
      text,
      searched: searchedText(text),
      hrefs,
      signature: signatureOf(text),
      wordCount: proseWords(html, text),
      policyVersion,
    },
  }
}

// Unwrapped content may be where it is not allowed, such as a paragraph within a paragraph: parsing it again fixes that.
function fitted(tree: Root): Root {
  fitTree(tree)
  return parsed(tree)
}

/** The sanitised HTML of a tree; for an odd one, HTML that stays the same when it is rendered again. */
function settledHtml(tree: Root, mediaPath: string | undefined): string {
  let html = htmlOf(tree, mediaPath)
  if (!hasOddPre(tree)) return html
  for (let pass = 0; pass < settlingPasses; pass++) {
    const again = htmlOf(fitted(parsed(asRaw(html))), mediaPath)
    if (again === html) return html
    html = again
  }
  return html
}

function htmlOf(tree: Root, mediaPath: string | undefined): string {
  return sanitise(unified().use(rehypeStringify).stringify(tree), mediaPath).trim()
}

function fromMarkdown(content: string): Root {
  return unified().use(remarkRehype, { allowDangerousHtml: true }).runSync(markdownTree(content))
}

function asRaw(content: string): Root {
  return { type: 'root', children: [{ type: 'raw', value: content }] }
}

// Parsing takes a quarter of the time, and mostly changes nothing.
function parsed(tree: Root): Root {
  return isSettled(tree) ? tree : unified().use(rehypeRaw).runSync(tree)
}

function rawOf(root: Root): string {
  const parts: string[] = []
  const open: Root['children'] = root.children.toReversed()
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'raw') parts.push(node.value)
    else if (node.type === 'element') open.push(...node.children.toReversed())
  }
  return parts.join('')
}

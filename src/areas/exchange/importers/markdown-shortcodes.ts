import type { Edit } from '#std/text-edits.ts'

import type { Remark } from './record.ts'

/**
 * Makes the shortcodes of site generators readable: videos and gists become links, figures images, code blocks fences, and a shortcode around a text
 * becomes its text. An unknown one without a text stays as it is written. Braces that are not a shortcode are text.
 */
export function shortcodeEdits(source: string, remarks: Remark[]): Edit[] {
  return [...fenceEdits(source), ...loneEdits(source, remarks), ...enclosingEdits(source, remarks)]
}

// Jekyll's own way to write a code block.
function fenceEdits(source: string): Edit[] {
  return Array.from(
    source.matchAll(/\{%-?\s*highlight\s+([\w+#-]+)[^%]*%\}\n?([\s\S]*?)\n?\{%-?\s*endhighlight\s*-?%\}/g),
    (match) => ({
      start: match.index,
      end: match.index + match[0].length,
      text: `\`\`\`${match[1] ?? ''}\n${match[2] ?? ''}\n\`\`\``,
    }),
  )
}

/** `{{ name(a="b") }}` of Zola, `{{< name a="b" >}}` and `{{% name %}}` of Hugo. */
function loneEdits(source: string, remarks: Remark[]): Edit[] {
  return Array.from(
    source.matchAll(/\{\{\s*(\w+)\(([^{}]*?)\)\s*\}\}|\{\{[<%]\s*([\w-]+)([^{}]*?)\/?[>%]\}\}/g),
  ).flatMap((match) => {
    const name = (match[1] ?? match[3] ?? '').toLowerCase()
    const text = known(name, argumentsOf(match[2] ?? match[4] ?? ''))
    // Links to other pages are read by `siteLinkEdits`.
    if (name === 'ref' || name === 'relref') return []
    if (text !== null) return [{ start: match.index, end: match.index + match[0].length, text }]
    // Hugo closes with the same braces: its pairs are found by `enclosingEdits`.
    if (!match[3] || !source.includes(`/${match[3]}`)) {
      remarks.push({ code: 'shortcode_kept', message: `The shortcode "${name}" was kept as text` })
    }
    return []
  })
}

/** Removes the marks of a shortcode around a text: `{% quote(author="x") %}text{% end %}`, `{{< note >}}text{{< /note >}}`. */
function enclosingEdits(source: string, remarks: Remark[]): Edit[] {
  const edits: Edit[] = []
  const open: { name: string; start: number; end: number }[] = []
  for (const match of source.matchAll(
    /\{%-?\s*(end)?(raw|\w+(?=\())?(?:\([^{}]*?\))?\s*-?%\}|\{\{[<%]\s*(\/)?\s*([\w-]+)[^{}]*?[>%]\}\}/g,
  )) {
    const name = match[2] ?? match[4]
    const mark = { name: name ?? '', start: match.index, end: match.index + match[0].length }
    if (!match[1] && !match[3]) {
      if (name) open.push(mark)
      continue
    }
    const opener = match[3] ? open.findLast((other) => other.name === name) : open.at(-1)
    if (!opener) continue
    open.length = open.indexOf(opener)
    edits.push({ start: opener.start, end: opener.end, text: '' }, { start: mark.start, end: mark.end, text: '' })
    if (opener.name !== 'raw')
      remarks.push({ code: 'shortcode_opened', message: `Of the shortcode "${opener.name}" only the text was kept` })
  }
  return edits
}

function known(name: string, args: Map<string, string>): string | null {
  const id = args.get('id') ?? args.get('0') ?? ''
  const source = args.get('src') ?? args.get('path') ?? args.get('url') ?? args.get('0') ?? ''
  const caption = args.get('caption') ?? args.get('title') ?? args.get('alt') ?? ''
  if (name === 'youtube' && /^[\w-]+$/.test(id)) return `<https://www.youtube.com/watch?v=${id}>`
  if (name === 'vimeo' && /^\d+$/.test(id)) return `<https://vimeo.com/${id}>`
  if (name === 'gist' && /^https:\/\/\S+$/.test(source)) return `<${source}>`
  if (/^(figure|image|img)$/.test(name) && /^[^\s<>()]+$/.test(source))
    return `![${(args.get('alt') ?? caption).replace(/[[\]]/g, '')}](${source})`
  return null
}

function argumentsOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  let position = 0
  for (const match of text.matchAll(/(?:(\w+)\s*=\s*)?(?:"([^"]*)"|'([^']*)'|([^\s,"'=]+))/g)) {
    found.set(match[1] ?? String(position++), match[2] ?? match[3] ?? match[4] ?? '')
  }
  return found
}

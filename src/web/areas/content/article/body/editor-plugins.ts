import { baseKeymap, chainCommands, setBlockType } from 'prosemirror-commands'
import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { history, redo, undo } from 'prosemirror-history'
import { inputRules, InputRule, textblockTypeInputRule, undoInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import type { Command, Plugin } from 'prosemirror-state'
import { goToNextCell, tableEditing } from 'prosemirror-tables'

import { isAddress } from '#web/areas/content/article/body/address.ts'
import { toggle } from '#web/areas/content/article/body/commands.ts'
import { leaveCode } from '#web/areas/content/article/body/leave-code.ts'
import { schema } from '#web/areas/content/article/body/schema.ts'

const node = (name: string) => schema.nodes[name] as NodeType
const mark = (name: string) => schema.marks[name] as MarkType

type Ways = {
  /** Takes the focus out of the text: Tab belongs to lists and tables here. */
  leave(): void
  /** Leads to the bar of tools. */
  tools(): void
  link(): void
}

/** Keys, Markdown shortcuts, undo and tables. */
export function editorPlugins({ leave, tools, link }: Ways): Plugin[] {
  const asked =
    (run: () => void): Command =>
    () => {
      run()
      return true
    }
  // Ctrl+Enter publishes, wherever the focus is.
  const { 'Mod-Enter': _publish, ...base } = baseKeymap
  return [
    inputRules({ rules: shortcuts }),
    keymap({
      'Mod-z': chainCommands(undoInputRule, undo),
      'Mod-y': redo,
      'Shift-Mod-z': redo,
      'Mod-b': toggle('strong'),
      'Mod-i': toggle('emphasis'),
      'Mod-e': toggle('code'),
      'Shift-Mod-k': asked(link),
      Enter: chainCommands(beginCode, splitListItem(node('listItem'))),
      'Shift-Enter': hardBreak,
      Tab: chainCommands(goToNextCell(1), sinkListItem(node('listItem'))),
      'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(node('listItem'))),
      'Alt-F10': asked(tools),
      Escape: asked(leave),
    }),
    ...leaveCode(),
    keymap(base),
    history(),
    dropCursor(),
    gapCursor(),
    tableEditing(),
  ]
}

/** A line that is nothing but a fence. */
const beginCode: Command = (state, dispatch) => {
  const { empty, $from } = state.selection
  const [fence, lang] = /^```(\w*)$/.exec($from.parent.textContent) ?? []
  if (fence === undefined || !empty || $from.parent.type.name !== 'paragraph' || $from.parentOffset < fence.length)
    return false
  const tr = state.tr.delete($from.start(), $from.end())
  if (!setBlockType(node('codeBlock'), { lang: lang || null })(state)) return false
  dispatch?.(tr.setBlockType($from.start(), $from.start(), node('codeBlock'), { lang: lang || null }).scrollIntoView())
  return true
}

const hardBreak: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type.spec.code === true) return false
  dispatch?.(state.tr.replaceSelectionWith(schema.node('hardBreak')).scrollIntoView())
  return true
}

/** What Markdown writes is made while it is typed. */
const shortcuts = [
  textblockTypeInputRule(/^(#{1,6})\s$/, node('heading'), ([, marks = '']) => ({ level: Math.max(2, marks.length) })),
  textblockTypeInputRule(/^```(\w*)\s$/, node('codeBlock'), ([, lang]) => ({ lang: lang || null })),
  wrappingInputRule(/^\s*>\s$/, node('blockquote')),
  wrappingInputRule(/^\s*[-*+]\s$/, node('bulletList')),
  wrappingInputRule(/^(\d+)[.)]\s$/, node('orderedList'), ([, start]) => ({ start: Number(start) })),
  new InputRule(/^---$/, (state, _match, from, to) =>
    state.tr.replaceWith(from - 1, to + 1, [schema.node('rule'), schema.node('paragraph')]),
  ),
  marked(/\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, mark('strong')),
  marked(/(?<!\*)\*([^*\s](?:[^*]*[^*\s])?)\*$/, mark('emphasis')),
  marked(/~~([^~\s](?:[^~]*[^~\s])?)~~$/, mark('strike')),
  marked(/`([^`]+)`$/, mark('code')),
  new InputRule(/(?<!!)\[([^[\]]+)\]\(([^\s()]+)\)$/, (state, [whole = '', text = '', href = ''], from, to) => {
    if (!isAddress(href) || to - (whole.length - 1) < from) return null
    if (state.doc.resolve(from).parent.type.spec.code === true) return null
    const link = mark('link').create({ href })
    return state.tr.replaceWith(from, to, schema.text(text, [link])).removeStoredMark(link)
  }),
]

function marked(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(pattern, (state, [whole = '', text = ''], from, to) => {
    // What is being typed is not in the document yet.
    const start = to - (whole.length - 1)
    if (start < from || state.doc.resolve(from).parent.type.spec.code === true) return null
    return state.tr.replaceWith(from, to, schema.text(text, [type.create()])).removeStoredMark(type)
  })
}

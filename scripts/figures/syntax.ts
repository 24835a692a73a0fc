import ts from 'typescript'

import type { SourceFile } from './checkout.ts'

/** A function and its length from its first line to its last. */
export type Measured = { file: string; name: string; line: number; lines: number }

/** What the syntax of a file shows. `commented` lines contain nothing but a comment. */
export type Syntax = { file: string; casts: number; commented: number; functions: Measured[] }

/** Reads a file as the compiler does. `x as const` is not a cast; `x as unknown as Y` is two. */
export function readSyntax({ file, text }: SourceFile): Syntax {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const functions: Measured[] = []
  const comments = new Map<number, number>()
  let casts = 0

  function visit(node: ts.Node): void {
    if (ts.isJSDoc(node)) return
    if (isCast(node)) casts++
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) functions.push(measure(file, node, tree))
    if (ts.isToken(node) && node.kind !== ts.SyntaxKind.JsxText) {
      for (const { pos, end } of ts.getLeadingCommentRanges(text, node.pos) ?? []) comments.set(pos, end)
      for (const { pos, end } of ts.getTrailingCommentRanges(text, node.end) ?? []) comments.set(pos, end)
    }
    for (const child of node.getChildren(tree)) visit(child)
  }
  visit(tree)

  return { file, casts, commented: commentedLines(text, comments), functions }
}

function isCast(node: ts.Node): boolean {
  if (ts.isTypeAssertionExpression(node)) return true
  return ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)
}

function measure(file: string, node: ts.SignatureDeclaration, tree: ts.SourceFile): Measured {
  const first = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line
  const last = tree.getLineAndCharacterOfPosition(node.end).line
  return { file, name: nameOf(node), line: first + 1, lines: last - first + 1 }
}

/** Its own name, or that of what it is assigned to. */
function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText()
  if (ts.isConstructorDeclaration(node)) return 'constructor'
  const { parent } = node
  if ((ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) && parent.name !== undefined)
    return parent.name.getText()
  return ts.isCallExpression(parent) ? `in ${parent.expression.getText().split('\n')[0]}(...)` : 'without a name'
}

function commentedLines(text: string, comments: ReadonlyMap<number, number>): number {
  const isComment = new Uint8Array(text.length)
  for (const [start, end] of comments) isComment.fill(1, start, end)

  let count = 0
  let at = 0
  for (const line of text.split('\n')) {
    const first = at + line.search(/\S|$/)
    const last = at + line.trimEnd().length
    if (first < last && isComment.subarray(first, last).every((one) => one === 1)) count++
    at += line.length + 1
  }
  return count
}

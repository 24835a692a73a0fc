import type { SiteNode, SiteNodes } from '#areas/site-audit/analysis/site-nodes.ts'
import type { Finding } from '#areas/site-audit/rules/rule-table.ts'
import { getAuditSettings } from '#areas/site-audit/runs/audit-settings.ts'
import type { Reader } from '#kernel/database.ts'

import { budgetFinding } from './budgets.ts'
import { lastResults, renderedWords } from './samples.ts'

export type LabFindings = {
  found: { node: SiteNode; finding: Finding }[]
  /** The pages that each of these rules has looked at. */
  looked: { performance_budget: string[]; text_only_after_js: string[] }
}

const fewestWords = 50

/** What browsers say about the pages of a run: their last lab results against the budgets, and words that only scripts show. */
export async function labFindings(db: Reader, runId: string, { list, byUrl }: SiteNodes): Promise<LabFindings> {
  const pages = list.filter(({ isListed, isHtml, status }) => isListed && isHtml && status === 200)
  const { performanceBudgets: budgets } = await getAuditSettings(db)
  const urls = pages.map(({ url }) => url)
  const results = budgets === null ? [] : await lastResults(db, budgets.device, urls)
  const rendered = await renderedWords(db, runId)
  const found: LabFindings['found'] = []
  const add = (url: string, finding: Finding | undefined) => {
    const node = byUrl.get(url)
    if (node !== undefined && finding !== undefined) found.push({ node, finding })
  }
  for (const result of results) if (budgets !== null) add(result.url, budgetFinding(result, budgets))
  for (const { url, words } of rendered) add(url, textFinding(byUrl.get(url)?.wordCount ?? 0, words))
  return {
    found,
    looked: {
      // Without budgets none is exceeded.
      performance_budget: budgets === null ? urls : results.map(({ url }) => url),
      text_only_after_js: rendered.map(({ url }) => url),
    },
  }
}

function textFinding(delivered: number, rendered: number): Finding | undefined {
  if (rendered < fewestWords || delivered >= rendered / 2) return undefined
  return { rule: 'text_only_after_js', evidence: { delivered, rendered } }
}

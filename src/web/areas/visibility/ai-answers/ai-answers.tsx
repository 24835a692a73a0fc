import { useNavigate, useSearch } from '@tanstack/react-router'
import { ranges, searchOf } from '#web/areas/desk/desk/desk-search.ts'
import { BrandTable } from '#web/areas/visibility/ai-answers/brand-table.tsx'
import { basis, headline } from '#web/areas/visibility/ai-answers/finding.ts'
import { Gaps } from '#web/areas/visibility/ai-answers/gaps.tsx'
import { PromptTable } from '#web/areas/visibility/ai-answers/prompt-table.tsx'
import { SourceTable } from '#web/areas/visibility/ai-answers/source-table.tsx'
import { TableSkeleton } from '#web/parts/data-table.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Section } from '#web/parts/section.tsx'
import { Select } from '#web/parts/select.tsx'
import { ViaApi } from '#web/parts/via-api.tsx'
import { useOperation } from '#web/use-operation.ts'

const few = 20

/** What AI answers say about the brand: the finding, all brands beside it, prompts, gaps and sources. */
export function AiAnswers() {
  const { range = '28d' } = useSearch({ from: '/o/$orgSlug/ai-answers' })
  const navigate = useNavigate({ from: '/o/$orgSlug/ai-answers' })
  const metrics = useOperation('getAsvMetrics', { range })
  const prompts = useOperation('listAsvPrompts', { state: 'active', pageSize: few })
  const gaps = useOperation('listAsvGaps', { pageSize: few })
  const sources = useOperation('listAsvSources', { range, pageSize: few })
  const [own] = metrics.data?.items ?? []

  return (
    <Page
      title="AI answers"
      heading={own ? headline(own) : 'What AI answers say about you'}
      lead={
        own ? basis(own) : 'Prompts are asked of engines, or answers are brought by an agent with importAsvAnswers.'
      }
      isFinding
      isWide
      actions={
        <>
          <Select
            label="Time of the figures"
            value={range}
            options={ranges}
            onChange={(next) => void navigate({ search: searchOf(next), replace: true })}
          />
          <ViaApi name="getAsvMetrics" input={{ range }} />
        </>
      }
    >
      {metrics.error && <Problem error={metrics.error} onRetry={() => void metrics.refetch()} />}
      {!metrics.data && !metrics.error && <TableSkeleton label="Reading the answers" rows={5} rowHeight="h-[37px]" />}
      {metrics.data && metrics.data.items.length === 0 && (
        <EmptyState title="No answers in this time">
          Figures appear once engines were asked (startAsvRun) or answers were imported. Prompts that name the own brand
          are left out.
        </EmptyState>
      )}
      {metrics.data && metrics.data.items.length > 0 && (
        <Section
          title="Brands"
          lead="Intervals hold for these prompts asked again."
          body={<BrandTable figures={metrics.data.items} />}
        />
      )}
      {gaps.data && gaps.data.items.length > 0 && (
        <Section title="Gaps" lead="Where competitors lead, over 90 days." body={<Gaps gaps={gaps.data.items} />} />
      )}
      {prompts.data && prompts.data.items.length > 0 && (
        <Section title="Prompts" lead="The last 28 days." body={<PromptTable prompts={prompts.data.items} />} />
      )}
      {sources.data && sources.data.items.length > 0 && (
        <Section
          title="Sources"
          lead="Those that name competitors without you come first."
          body={<SourceTable sources={sources.data.items} />}
        />
      )}
    </Page>
  )
}

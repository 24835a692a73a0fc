import { useState } from 'react'

import { pathOf } from '#web/areas/site-audit/audit/rule-words.ts'
import { Rated } from '#web/areas/site-audit/speed/rated.tsx'
import {
  type Figure,
  figureWords,
  ratingOf,
  ratingWords,
  type Sample,
  valueOf,
  written,
} from '#web/areas/site-audit/speed/speed-words.ts'
import { LineChart } from '#web/parts/line-chart.tsx'
import { Time } from '#web/parts/time.tsx'

const charted = ['score', 'lcp', 'cls', 'tbt'] as const satisfies readonly Figure[]
const further = ['fcp', 'si', 'ttfb'] as const satisfies readonly Figure[]

/** One page over time: a figure as a line, and every measurement below it. Of samples there is at least one. */
export function PageHistory({ samples }: { samples: readonly Sample[] }) {
  const [figure, setFigure] = useState<(typeof charted)[number]>('score')
  const last = samples.at(-1)
  if (last === undefined) return null
  const days = new Map(samples.map((sample) => [sample.at.slice(0, 10), valueOf(sample, figure)]))
  const path = pathOf(last.url)
  return (
    <section aria-label={`Speed of ${path}`} className="mt-7">
      <h3 className="t-sub wrap-anywhere">{path}</h3>
      <div
        role="group"
        aria-label="Figures"
        className="mt-2 mb-3 grid grid-cols-2 border border-line bg-surface lg:grid-cols-4"
      >
        {charted.map((one) => {
          const rating = ratingOf(last, one)
          return (
            <button
              key={one}
              type="button"
              aria-pressed={figure === one}
              onClick={() => setFigure(one)}
              title={figureWords[one].hint}
              className="border-b-3 border-transparent px-4 py-3 text-left hover:bg-raised focus-visible:-outline-offset-2 aria-pressed:border-ink"
            >
              <span className="t-label block">
                {figureWords[one].title} <span className="text-muted">{figureWords[one].term}</span>
              </span>
              <span className="t-fig">{written(one, valueOf(last, one))}</span>{' '}
              {rating !== null && <span className="text-muted">{ratingWords[rating].word}</span>}
            </button>
          )
        })}
      </div>
      {days.size < 2 ? (
        <p className="py-2 text-muted">Measured on one day: from the second one on, a line shows how it changes.</p>
      ) : (
        <LineChart
          label={`${figureWords[figure].title} of ${path} by day: ${written(figure, valueOf(last, figure))} last`}
          days={[...days.keys()]}
          written={(value) => written(figure, value)}
          series={[
            {
              label: figureWords[figure].term === 'of 100' ? 'score' : figureWords[figure].term,
              values: [...days.values()],
            },
          ]}
        />
      )}
      <History samples={samples} path={path} />
    </section>
  )
}

function History({ samples, path }: { samples: readonly Sample[]; path: string }) {
  const figures = [...charted, ...further]
  return (
    <table aria-label={`Measurements of ${path}`} className="mt-4 w-full tabular-nums">
      <thead>
        <tr className="border-b border-edge text-left text-sm text-muted">
          <th scope="col" className="py-1.5 font-medium">
            Measured
          </th>
          {figures.map((one, at) => (
            <th
              key={one}
              scope="col"
              title={figureWords[one].hint}
              className={`py-1.5 pl-4 font-medium ${widthOf(at)}`}
            >
              {one === 'score' ? figureWords[one].title : figureWords[one].term}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {samples.toReversed().map((sample) => (
          <tr key={`${sample.runId} ${sample.at}`} className="border-b border-line">
            <td className="py-1.5 whitespace-nowrap">
              <Time at={sample.at} />
            </td>
            {figures.map((one, at) => (
              <td key={one} className={`py-1.5 pl-4 ${widthOf(at)}`}>
                <Rated sample={sample} figure={one} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

// A phone has room for two figures, a small window for four.
const widthOf = (at: number) => (at > 3 ? 'max-lg:hidden' : at > 1 ? 'max-sm:hidden' : '')

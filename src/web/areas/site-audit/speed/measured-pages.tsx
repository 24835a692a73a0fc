import { Link, type LinkProps } from '@tanstack/react-router'

import { pathOf } from '#web/areas/site-audit/audit/rule-words.ts'
import { Rated } from '#web/areas/site-audit/speed/rated.tsx'
import { type Figure, figureWords, type Sample } from '#web/areas/site-audit/speed/speed-words.ts'
import { Time } from '#web/parts/time.tsx'

type Props = {
  /** The last one of each page. */
  samples: readonly Sample[]
  figures: readonly Figure[]
  label: string
  /** The page whose history is shown. */
  shown?: string
  linkOf?(url: string): LinkProps
}

/** Pages with what they were measured with last. */
export function MeasuredPages({ samples, figures, label, shown, linkOf }: Props) {
  return (
    <table aria-label={label} className="w-full tabular-nums">
      <thead>
        <tr className="border-b border-edge text-left text-sm text-muted">
          <th scope="col" className="py-1.5 font-medium">
            Page
          </th>
          {figures.map((figure, at) => (
            <th key={figure} scope="col" className={`py-1.5 pl-4 font-medium ${at > 0 ? 'max-sm:hidden' : ''}`}>
              {figureWords[figure].title} <span className="font-normal max-lg:sr-only">{figureWords[figure].term}</span>
            </th>
          ))}
          <th scope="col" className="py-1.5 pl-4 text-right font-medium max-sm:hidden">
            Measured
          </th>
        </tr>
      </thead>
      <tbody>
        {samples.map((sample) => (
          <tr key={sample.url} className="border-b border-line align-top">
            <td className="py-1.5">
              {linkOf === undefined ? (
                <span className="mono wrap-anywhere">{pathOf(sample.url)}</span>
              ) : (
                <Link
                  {...linkOf(sample.url)}
                  activeProps={{}}
                  aria-current={sample.url === shown ? 'true' : undefined}
                  className="mono inline-flex min-h-6 wrap-anywhere underline aria-[current=true]:font-bold"
                >
                  {pathOf(sample.url)}
                </Link>
              )}
              <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm sm:hidden">
                {figures.slice(1).map((figure) => (
                  <span key={figure}>
                    <span className="text-muted">{figureWords[figure].term}</span>{' '}
                    <Rated sample={sample} figure={figure} />
                  </span>
                ))}
              </span>
            </td>
            {figures.map((figure, at) => (
              <td key={figure} className={`py-1.5 pl-4 ${at > 0 ? 'max-sm:hidden' : ''}`}>
                <Rated sample={sample} figure={figure} />
              </td>
            ))}
            <td className="py-1.5 pl-4 text-right whitespace-nowrap text-muted max-sm:hidden">
              <Time at={sample.at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { BandChart } from '#web/parts/band-chart.tsx'
import { ChartFrame } from '#web/parts/chart-frame.tsx'

const days = ['2026-09-07', '2026-09-14', '2026-09-21', '2026-09-28', '2026-10-05', '2026-10-12', '2026-10-19']
const own = [27, 29, null, 31, 30, null, 33]

/** A line with its band, a gap, a time with too few answers, another line and a mark. */
export function ChartStory() {
  return (
    <ChartFrame
      label="Share by week"
      file="share-by-week"
      head={['Week of', 'Share %']}
      rows={days.map((day, at) => [day, own[at] ?? null])}
      legend={<span>Line: share of answers that name you</span>}
    >
      <BandChart
        label="Share of answers that name Rust by week: from 27 % to 33 %"
        days={days}
        own={{
          name: 'Rust',
          words: (at) => `Week of ${days[at]}: ${own[at] ?? 'no'} %`,
          points: own.map((value, at) =>
            value === null ? (at === 2 ? null : { value: 38, tooFew: 4 }) : { value, low: value - 5, high: value + 5 },
          ),
        }}
        others={[{ name: 'Go', values: [48, 47, 49, 46, 47, 45, 46] }]}
        marks={[{ id: 'one', name: 'Rust or Go?', day: '2026-09-30', link: { to: '.' } }]}
      />
    </ChartFrame>
  )
}

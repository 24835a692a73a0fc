import {
  type Figure,
  ratingOf,
  ratingWords,
  type Sample,
  valueOf,
  written,
} from '#web/areas/site-audit/speed/speed-words.ts'
import { StatusMark } from '#web/parts/status.tsx'

/** A value with a mark that says how good it is. */
export function Rated({ sample, figure }: { sample: Sample; figure: Figure }) {
  const rating = ratingOf(sample, figure)
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      {rating !== null && <StatusMark tone={ratingWords[rating].tone} />}
      {written(figure, valueOf(sample, figure))}
      {rating !== null && <span className="sr-only">{ratingWords[rating].word}</span>}
    </span>
  )
}

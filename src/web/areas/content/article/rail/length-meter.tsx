import { useId } from 'react'

import type { TextSize } from '#std/search-texts.ts'

/** How much of the room in search results a text takes, by the limits of the checks: told by words and by the meter's colour. */
export function LengthMeter({ label, size: { value, unit, least, most } }: { label: string; size: TextSize }) {
  const id = useId()
  const [room, name] = [most + 1, unit === 'pixels' ? 'px' : 'characters']
  const fit = value > most ? 'too long' : value < least ? 'too short' : 'fits'
  return (
    <p className="mt-2 text-sm">
      <span id={id} className="flex justify-between gap-3 text-muted">
        <span>{label}</span>
        <span>
          {value} of {most} {name}, {fit}
        </span>
      </span>
      <meter
        aria-labelledby={id}
        min={0}
        low={least}
        high={most}
        optimum={most}
        max={room}
        value={Math.min(value, room)}
        className="mt-0.5 block h-1.5 w-full"
      />
    </p>
  )
}

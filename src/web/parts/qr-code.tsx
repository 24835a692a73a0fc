import { useMemo } from 'react'
import { encode } from 'uqr'

/** A QR code, dark on light in both themes, as cameras want it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = useMemo(() => encode(text, { ecc: 'M', border: 3 }), [text])
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="block w-full rounded-xl bg-qr-light"
    >
      <path d={path} className="fill-qr-dark" />
    </svg>
  )
}

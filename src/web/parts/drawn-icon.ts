import { createElement, type SVGProps } from 'react'

type Shape = readonly [tag: string, attributes: Record<string, string>]
type IconProps = SVGProps<SVGSVGElement> & { size?: number }

/**
 * Makes the component of an icon: what the icon library's own runtime makes of its shapes, without the contexts, class names and aliases that nothing here asks for
 * (web.md#icons-are-drawn-by-us). `shapes` are SVG elements on a square of 24.
 */
export default function drawnIcon({ node: shapes }: { node: readonly Shape[] }) {
  return ({ size = 24, ...given }: IconProps) =>
    createElement(
      'svg',
      { ...look, width: size, height: size, 'aria-hidden': given['aria-label'] ? undefined : true, ...given },
      shapes.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}

const look = {
  xmlns: 'http://www.w3.org/2000/svg',
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

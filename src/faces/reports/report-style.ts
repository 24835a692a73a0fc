/** The style of a shared report: the colours of the web application, without its fonts, because the page loads nothing. */
export const reportStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(oklch(98.5% .006 85), oklch(17% .008 70));
  --line: light-dark(oklch(90.5% .01 85), oklch(31% .012 70));
  --edge: light-dark(oklch(62% .015 75), oklch(55% .015 75));
  --ink: light-dark(oklch(22% .015 60), oklch(94.5% .01 85));
  --muted: light-dark(oklch(46% .02 70), oklch(72% .015 80));
  --band: light-dark(oklch(80% .08 32), oklch(45% .09 38));
  --press: light-dark(oklch(52% .19 32), oklch(70% .16 38));
  --serif: "Iowan Old Style", Charter, Georgia, serif;
  --sans: "Segoe UI", system-ui, -apple-system, sans-serif;
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 68rem; padding: 2rem 1.5rem 4rem; font: 14px/21px var(--sans); color: var(--ink);
  background: var(--paper); font-variant-numeric: tabular-nums lining-nums; overflow-wrap: anywhere }
.plate { margin: 0; padding-bottom: .75rem; border-bottom: 3px double var(--ink); font: 600 20px/26px var(--serif) }
.plate small { display: block; font: 13px/20px var(--sans); color: var(--muted) }
h1 { margin: 2rem 0 .5rem; max-width: 24ch; font: 500 clamp(28px, 5vw, 42px)/1.12 var(--serif); letter-spacing: -.01em; text-wrap: balance }
.basis { margin: 0; max-width: 64ch; color: var(--muted) }
section { margin-top: 2.75rem }
h2 { margin: 0 0 .25rem; font: 600 20px/26px var(--serif) }
.about, footer, dd, li { color: var(--muted) }
.about { margin: 0 0 .5rem; max-width: 80ch }
.scroll { overflow-x: auto; margin-bottom: 1.25rem }
.scroll:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px }
table { width: 100%; border-collapse: collapse; overflow-wrap: normal }
thead th { padding: .4rem 1rem .4rem 0; border-bottom: 1px solid var(--edge); font: 500 12px/16px var(--sans);
  color: var(--muted); text-align: left; vertical-align: bottom }
tbody th, td { padding: .5rem 1rem .5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400 }
tbody th { min-width: 8rem; max-width: 22rem }
b { font-weight: 600 }
td { min-width: 5.5rem }
td small { display: block; color: var(--muted); font-size: 12px; line-height: 16px; white-space: nowrap }
svg { display: block; width: 7rem; height: 6px; margin: 3px 0 }
.track { fill: var(--line) } .band { fill: var(--band) } .point { fill: var(--press) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.25rem; margin: 1rem 0 } dt { font-weight: 500 } dd { margin: 0 }
ul { padding-left: 1.1rem } footer { margin-top: 3rem; padding-top: .75rem; border-top: 1px solid var(--line) }
@media (max-width: 40rem) { body { padding: 1.25rem 1rem 3rem } dl { grid-template-columns: 1fr } dd { margin-bottom: .5rem } }
@media print {
  :root { color-scheme: light; --paper: #fff }
  @page { size: A4; margin: 14mm }
  body { max-width: none; padding: 0; font-size: 10.5px; line-height: 15px }
  h1 { font-size: 26px } section { margin-top: 1.5rem } .scroll { overflow: visible }
  tbody th, td { padding-right: .5rem } td { min-width: 0 } svg { width: 4.5rem }
  tr, dt, dd, h2 { break-inside: avoid } h2, .about { break-after: avoid }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}
`

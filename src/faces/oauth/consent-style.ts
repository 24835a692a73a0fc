import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The stylesheet of the authorization server's pages: the tokens of the web application, and rules down to 320 px (web.md#one-look). */
export function readConsentStyle(): string {
  return readFileSync(join(import.meta.dirname, '../../std/tokens.css'), 'utf8') + rules
}

const rules = `* {
  box-sizing: border-box;
}
body {
  margin: 0;
  padding: 24px 16px 48px;
  background: var(--paper);
  color: var(--ink);
  font: 15px/22px var(--sans);
  overflow-wrap: anywhere;
}
main {
  max-width: 600px;
  margin: 0 auto;
  padding: 24px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 8px;
}
h1 {
  margin: 0 0 16px;
  padding-bottom: 12px;
  border-bottom: 3px double var(--edge);
  font: 500 26px/32px var(--serif);
  letter-spacing: -0.012em;
}
h2 {
  margin: 24px 0 4px;
  font: 600 20px/28px var(--serif);
}
p {
  margin: 8px 0;
}
a {
  color: var(--link);
}
.brand {
  margin: 0 0 16px;
  font: 600 21px/26px var(--serif);
  letter-spacing: -0.012em;
}
.facts {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(200px, 1fr));
  gap: 12px;
  margin: 0;
}
dt,
.hint {
  color: var(--muted);
  font-size: 13px;
  line-height: 20px;
}
dd {
  margin: 0;
}
.host {
  font: 18px/26px var(--mono);
}
.row .hint {
  display: block;
}
.pill {
  display: inline-block;
  padding: 0 8px;
  border-radius: 6px;
  font-size: 12px;
  line-height: 20px;
  font-weight: 600;
}
.pill::before {
  content: '';
  display: inline-block;
  width: 6px;
  height: 6px;
  margin-right: 6px;
  border-radius: 3px;
  background: currentColor;
  vertical-align: 2px;
}
.ok {
  background: var(--ok-soft);
  color: var(--ok-ink);
}
.warn {
  background: var(--warn-soft);
  color: var(--warn-ink);
}
.info {
  background: var(--raised);
}
.notice {
  padding: 8px 12px;
  border-left: 3px solid currentColor;
  border-radius: 0 6px 6px 0;
}
.consent {
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 0 8px;
}
.consent > * {
  grid-column: 1 / -1;
}
.consent > button {
  grid-column: auto;
  order: 1;
  margin-top: 16px;
}
fieldset {
  min-width: 0;
  margin: 12px 0 0;
  padding: 4px 12px 12px;
  border: 1px solid var(--line);
  border-radius: 8px;
}
.risky {
  border-color: var(--warn-ink);
}
legend {
  padding: 0 4px;
  font-weight: 600;
}
.row {
  display: flex;
  align-items: flex-start;
  gap: 12px;
  min-height: 44px;
  padding: 8px 0;
}
.closed {
  color: var(--muted);
}
input {
  flex-shrink: 0;
  width: 20px;
  height: 20px;
  margin: 1px 0 0;
  accent-color: var(--ink);
}
details {
  margin: 0 0 8px 32px;
  font-size: 13px;
}
summary {
  min-height: 24px;
  color: var(--muted);
  cursor: pointer;
}
ul {
  margin: 4px 0;
  padding-left: 20px;
}
button {
  min-height: 44px;
  padding: 8px 12px;
  border: 1px solid var(--edge);
  border-radius: 6px;
  background: var(--surface);
  color: inherit;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:hover {
  background: var(--raised);
}
button.quiet {
  font-weight: 400;
}
:focus-visible {
  outline: 2px solid var(--ink);
  outline-offset: 2px;
}
.terms {
  margin-top: 16px;
  border-top: 1px solid var(--line);
}
.switch {
  margin-top: 24px;
  color: var(--muted);
}
@media (max-width: 460px) {
  body {
    padding: 0;
  }
  main {
    padding: 16px;
    border: 0;
    border-radius: 0;
  }
  .consent > button {
    grid-column: 1 / -1;
    margin-top: 8px;
  }
}
`

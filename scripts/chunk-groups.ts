/** A file of the build: modules that more than one screen or late part needs, and that are needed together (web.md#few-files). */
type Group = { name: string; test: RegExp | ((file: string) => boolean); minShareCount?: number; tags?: ['$initial'] }

/** What asks, is filled in or opens beside: no list needs it to be shown. */
const asking =
  /node_modules\/(@tanstack\/react-router\/.*useBlocker|lucide-react\/.*icons\/(badge-check|download|external-link|eye|eye-off|image-off|plug-zap|triangle-exclamation-point)\.)|src\/web\/(parts\/(sheet|row-menu|use-wide|checkbox|fact|peek|tabs|password-field|section|risk-badge|alert-dialog|rehearsed-dialog|dialog-problem|form|field|field-faults|saved-form|form-problem|error-summary|progress|switch|submit-buttons|save-file|curl|check-field|radio-group|view-links|csv|while-sent|form-dialog|long-text-field|select-filters)\.|(use-(job|rehearsal|take-back)|whole-list)\.|areas\/(account\/api-access\/scope-words|organizations\/(not-allowed|use-people)|jobs\/kind-and-state))|src\/std\/(csv-text|readable-address)/

/** What some screens have in common, by what it is about. */
const subjects: Record<string, RegExp> = {
  changes:
    /node_modules\/diff\/|src\/web\/(parts\/(text-diff|field-diff|diff-sections|value-words|json-tree)|areas\/(organizations\/role-words|content\/article\/writer-name|agent-audit\/reason-words))|src\/std\/zoned-time/,
  log: /src\/web\/areas\/agent-audit\/(actor-name|by-agent|record-title|deeds|audit-log\/(audit-words|use-live-log|audit-query))|src\/std\/past-tense/,
  waiting:
    /src\/web\/(areas\/(approvals\/(approval-words|countdown|time-left)|checks\/fix-words|publishing\/calendar\/(entry|use-today))|parts\/use-drag)/,
  charts: /src\/web\/parts\/line-chart/,
  answers:
    /src\/web\/(parts\/(band-chart|line-ends|chart-frame|chart-marks|mark-lines)|areas\/visibility\/ai-answers\/finding)/,
  uploads: /src\/web\/areas\/media\/(media-words|send-upload)/,
  pictures: /src\/web\/areas\/media\/(generate\/generate-button|use-may-draw|thumbnail|suggest-alt|choose-picture)/,
  connections:
    /src\/web\/areas\/integrations\/(connections\/(connect-form|sign-in-there)|your-website\/secret-once|integration-words|test-checks)/,
  rules:
    /src\/web\/areas\/organizations\/organization-settings\/(settings-section|settings-form|changed-settings|use-save-settings)/,
  account:
    /src\/web\/(use-person-action\.|parts\/(theme\.|qr-code|new-password-field)|areas\/account\/sign-in\/code-field)/,
  // Reads Markdown: where it is written, and where it is decided on.
  markdown:
    /node_modules\/(mdast-|micromark|unist-|decode-named-|character-entities|ccount|escape-string-|markdown-table|devlop|zwitch|longest-streak)/,
  // Shows and changes rich text: the editor, and each part that draws into it.
  writing: /node_modules\/(prosemirror-|orderedmap|rope-sequence|w3c-keyname)/,
  // Reads HTML: in the editor what is pasted, and where a body is converted.
  html: /node_modules\/(htmlparser2|entities)\//,
}

/** Parts that only few screens need, and that stay with them. */
const seldom =
  /src\/web\/parts\/(token-box|compared-words|action-bar|decision-bar|markdown-|growing-text|number-field|command-line|no-such-page|plain-page|theme-toggle|month-grid|columns-panel|bulk-bar|titled-first|searched-select)|src\/web\/(use-written|follow-text|event-source)\./

const everywhere =
  /src\/web\/(parts\/|app\/use-screens|[a-z-]+\.ts|areas\/(content\/(item-|content-list\/(use|can)-)|approvals\/waiting-|organizations\/person-of))|node_modules/

const isElsewhere = (file: string): boolean =>
  [seldom, asking, ...Object.values(subjects)].some((pattern) => pattern.test(file))

const shared = (name: string, test: Group['test'], priority: number) => ({ name, test, minShareCount: 2, priority })

export const chunkGroups = [
  // The page of a preview has its stylesheet alone.
  { name: 'start', test: (file: string) => !file.endsWith('/preview.css'), tags: ['$initial' as const], priority: 5 },
  shared('shared', (file) => everywhere.test(file) && !isElsewhere(file), 3),
  shared('asking', asking, 2),
  ...Object.entries(subjects).map(([name, test]) => shared(name, test, 1)),
]

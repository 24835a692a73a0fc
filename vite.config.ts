import { resolve } from 'node:path'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'

/** Parts that only few screens need: they stay out of what every screen loads. */
const seldom =
  /src\/web\/parts\/(use-drag|view-links|text-diff|diff-sections|field-words|value-words|json-tree|token-box|radio-group|sparkline|line-chart|band-chart|chart-frame|csv\.|folded-filters|chart-marks|mark-lines|use-width|action-bar|decision-bar|markdown-|growing-text|number-field|command-line|no-such-page|plain-page|theme-toggle)|src\/web\/(use-written|follow-text|event-source)\./
/** What asks, is filled in or opens beside: no list needs it to be shown. */
const asking =
  /node_modules\/(@tanstack\/react-router\/.*useBlocker|lucide-react\/.*icons\/(badge-check|download|external-link|eye|eye-off|image-off|lock|plug-zap|sliders-horizontal|triangle-exclamation-point)\.)|src\/web\/(parts\/(sheet|checkbox|fact|peek|tabs|password-field|new-password-field|section|risk-badge|dialog|alert-dialog|rehearsed-dialog|dialog-problem|form|field|field-faults|saved-form|form-problem|error-summary|progress|switch|submit-buttons|save-file|bulk-bar|use-wide|curl|qr-code|check-field|columns-panel)\.|use-(job|rehearsal|take-back)\.)/
/** Reads Markdown: where it is written, and where it is decided on. */
const markdown =
  /node_modules\/(mdast-|micromark|unist-|decode-named-|character-entities|ccount|escape-string-|markdown-table|devlop|zwitch|longest-streak)/
/** Reads HTML: in the editor what is pasted, and where a body is converted. */
const html = /node_modules\/(htmlparser2|entities)\//
const isShared = (file: string): boolean =>
  /src\/web\/(parts\/|app\/use-screens|[a-z-]+\.ts)|node_modules/.test(file) &&
  !seldom.test(file) &&
  !asking.test(file) &&
  !markdown.test(file) &&
  !html.test(file)

/** Icons come as shapes from their library and are drawn by a part of ours (web.md#icons-are-drawn-by-us). */
const drawnIcons: Plugin = {
  name: 'drawn-icons',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/createLucideIcon.mjs') && importer?.includes('lucide-react')
      ? resolve(import.meta.dirname, 'src/web/parts/drawn-icon.ts')
      : null,
}

export default defineConfig({
  root: resolve(import.meta.dirname, 'src/web'),
  plugins: [drawnIcons, react(), tailwindcss()],
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    // React itself has what the shim brings to older versions.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    outDir: resolve(import.meta.dirname, 'dist/web'),
    emptyOutDir: false,
    target: 'es2022',
    // light-dark() is written as it stands.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: true,
    // The content security policy allows neither data: addresses for scripts and fonts nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What several screens share comes in one file, not in one per part: a screen loads few files, which compress better together.
    rolldownOptions: {
      // The server writes the page of a preview, and its stylesheet has one address.
      input: ['index.html', 'preview.css'].map((name) => resolve(import.meta.dirname, 'src/web', name)),
      output: {
        assetFileNames: ({ names }) =>
          names.includes('preview.css') ? 'preview.css' : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'shared', test: isShared, minShareCount: 2, priority: 2 },
            { name: 'asking', test: asking, minShareCount: 2, priority: 1 },
            { name: 'markdown', test: markdown, minShareCount: 2 },
            { name: 'html', test: html, minShareCount: 2 },
            // What the shell and the lists of articles have in common.
            {
              name: 'lists',
              test: /src\/web\/areas\/(content\/(item-|content-list\/(use|can)-)|approvals\/waiting-)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})

import { resolve } from 'node:path'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'

import { beforeScript } from './scripts/before-script.ts'
import { chunkGroups } from './scripts/chunk-groups.ts'

/** Icons come as shapes from their library and are drawn by a part of ours (web.md#icons-are-drawn-by-us). */
const drawnIcons: Plugin = {
  name: 'drawn-icons',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/createLucideIcon.mjs') && importer?.includes('lucide-react')
      ? resolve(import.meta.dirname, 'src/web/parts/drawn-icon.ts')
      : null,
}

/** Changes of the query library are left out (web.md#changes-are-actions). */
const noMutations: Plugin = {
  name: 'no-mutations',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './mutation.js' && importer?.includes('query-core')
      ? resolve(import.meta.dirname, 'src/web/no-mutation.ts')
      : null,
}

const root = resolve(import.meta.dirname, 'src/web')

export default defineConfig({
  root,
  plugins: [beforeScript(root), drawnIcons, noMutations, react(), tailwindcss()],
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
    rolldownOptions: {
      // The server writes the page of a preview, and its stylesheet has one address.
      input: ['index.html', 'preview.css'].map((name) => resolve(import.meta.dirname, 'src/web', name)),
      output: {
        // Short: the scripts that every screen loads name all others.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: ({ names }) =>
          names.includes('preview.css') ? 'preview.css' : 'assets/[name]-[hash][extname]',
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
})

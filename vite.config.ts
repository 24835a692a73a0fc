import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  root: resolve(import.meta.dirname, 'src/web'),
  plugins: [react(), tailwindcss()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
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
          // What only few screens need stays out of what every screen loads.
          groups: [
            {
              name: 'shared',
              test: /src\/web\/(parts\/(?!use-drag|view-links|text-diff|diff-sections|field-words|json-tree|token-box|radio-group)|app\/use-screens|[a-z-]+\.ts)|node_modules/,
              minShareCount: 2,
            },
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

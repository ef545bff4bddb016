import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './chunk-groups.ts'
import { commonPasswords } from './common-passwords.ts'
import { compileHints } from './compile-hints.ts'
import { preloadStart } from './preload-start.ts'

const target = process.env.FIELDWORK_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), preloadStart(), compileHints(), commonPasswords()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    manifest: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/sandbox', '/environment.json'].map((path) => [path, { target, ws: path === '/api' }]),
    ),
  },
})

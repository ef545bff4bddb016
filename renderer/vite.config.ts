import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const target = process.env.FIELDWORK_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    manifest: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/sandbox', '/environment.json'].map((path) => [path, { target, ws: path === '/api' }]),
    ),
  },
})

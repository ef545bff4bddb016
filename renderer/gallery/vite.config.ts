import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The gallery's own page: no part of the product's bundle. It isn't made small, which would take longer. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  build: {
    outDir: '../../test-results/gallery/page',
    emptyOutDir: true,
    target: 'chrome120',
    minify: false,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 10_000,
  },
  server: { port: 5180 },
})

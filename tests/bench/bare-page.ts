import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { inRoot } from '../../scripts/lib/paths.ts'

/** Builds the page that has React and one field; gives the folder with the result. */
export async function buildBarePage(): Promise<string> {
  const outDir = inRoot('dist/bench/bare')
  await build({
    root: inRoot('tests/bench/bare'),
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      manifest: true,
      target: 'chrome120',
      modulePreload: { polyfill: false },
    },
  })
  readFileSync(join(outDir, 'index.html'))
  return outDir
}

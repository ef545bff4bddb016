import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { BUNDLE_VARIABLE, PROGRAMS } from '../../server/testing/programs.ts'
import { inRoot } from './paths.ts'

/** A module finds the files beside it as though it still were where its source is. */
const whereSourcesAre: Plugin = {
  name: 'where-sources-are',
  transform(code, id) {
    if (!code.includes('import.meta.')) return null
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
  },
}

/**
 * Bundles the server's programs for the tests of this run, which start some 300 of them: a bundle is loaded in
 * half the time of its 1,500 sources. It is for this checkout alone. `npm start` runs the sources, and so do
 * the tests of it.
 */
export async function bundleServer(): Promise<void> {
  const outDir = inRoot('node_modules/.cache/server')
  const { NODE_ENV } = process.env
  await build({
    root: inRoot('.'),
    configFile: false,
    logLevel: 'warn',
    plugins: [whereSourcesAre],
    publicDir: false,
    ssr: { external: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: PROGRAMS,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  // Vite leaves 'production' in it, and React has no `act` for tests that inherit that.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  process.env[BUNDLE_VARIABLE] = outDir
}

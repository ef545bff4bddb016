import { relative } from 'node:path'
import { FIRST_SCREEN_LIMIT, PART_LIMIT, readFirstScreen, readParts } from './scripts/lib/first-screen.ts'
import { inRoot, ROOT } from './scripts/lib/paths.ts'

const built = inRoot('dist/renderer')
const fromRoot = (files: readonly string[]) => files.map((file) => relative(ROOT, file).replaceAll('\\', '/'))

/** `npm run size`: what a person downloads before they can sign in, and then for the shell and each page. */
const checks = [
  {
    name: 'JavaScript of the sign-in screen',
    path: fromRoot(readFirstScreen(built)),
    gzip: true,
    limit: `${FIRST_SCREEN_LIMIT} B`,
  },
  ...readParts(built).map(({ name, files }) => ({
    name: `JavaScript of its own: ${name}`,
    path: fromRoot(files),
    gzip: true,
    limit: `${PART_LIMIT} B`,
  })),
]

// biome-ignore lint/style/noDefaultExport: size-limit reads the default export
export default checks

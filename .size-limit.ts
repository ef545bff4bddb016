import { relative } from 'node:path'
import { FIRST_SCREEN_LIMIT, readFirstScreen } from './scripts/lib/first-screen.ts'
import { inRoot, ROOT } from './scripts/lib/paths.ts'

/** `npm run size`: what a person downloads before they can sign in. */
const checks = [
  {
    name: 'JavaScript of the sign-in screen',
    path: readFirstScreen(inRoot('dist/renderer')).map((file) => relative(ROOT, file).replaceAll('\\', '/')),
    gzip: true,
    limit: `${FIRST_SCREEN_LIMIT} B`,
  },
]

// biome-ignore lint/style/noDefaultExport: size-limit reads the default export
export default checks

/** The last step of the renderer's build: its texts, compressed. */
import { inRoot } from './lib/paths.ts'
import { precompress } from './lib/precompress.ts'

await precompress(inRoot('dist/renderer'))

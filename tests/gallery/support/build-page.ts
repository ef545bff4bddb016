import { build } from 'vite'
import { inRoot } from '../../../scripts/lib/paths.ts'

/** Builds the gallery's page anew. */
// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default async function buildPage(): Promise<void> {
  await build({ configFile: inRoot('renderer/gallery/vite.config.ts'), logLevel: 'warn' })
}

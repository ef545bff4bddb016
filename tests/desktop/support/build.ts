import { buildDesktop } from '../../../scripts/build-desktop.ts'

/** The specs run what is shipped: the bundles, built from the sources as they are now. */
// biome-ignore lint/style/noDefaultExport: what Playwright calls
export default async function build(): Promise<void> {
  await buildDesktop()
}

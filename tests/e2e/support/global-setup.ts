import { seedFolder } from './seed-folder.ts'
import { seededData } from './test-server.ts'

/** Makes the data that every server of the browser tests begins with; the returned function removes it. */
// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default async function globalSetup(): Promise<() => void | Promise<void>> {
  const seed = await seededData()
  seedFolder.announce(seed.folder)
  return seed.remove
}

import { sharedServer } from './shared-server.ts'
import { seededData, startTestServer } from './test-server.ts'

/** Starts the server that all browser tests share; the returned function ends it. */
// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default async function globalSetup(): Promise<() => Promise<void>> {
  const seed = await seededData()
  const server = await startTestServer({ from: seed.folder })
  sharedServer.announce({ url: server.url, accounts: server.accounts, seed: seed.folder })
  return async () => {
    await server.dispose()
    seed.remove()
  }
}

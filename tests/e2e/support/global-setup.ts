import { sharedServer } from './shared-server.ts'
import { startTestServer } from './test-server.ts'

/** Starts the server that all browser tests share; the returned function ends it. */
// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startTestServer()
  sharedServer.announce({ url: server.url, accounts: server.accounts })
  return () => server.dispose()
}

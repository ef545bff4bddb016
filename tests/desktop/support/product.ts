import { startTestServer, type TestServer } from '../../e2e/support/test-server.ts'
import { test as base, expect } from './desktop.ts'
import { type HeldServer, holdServer } from './held-server.ts'

/** The whole product: the embedded server with data of its own; it serves no pages, since the client brings its own. */
export const test = base.extend<{ server: TestServer; held: HeldServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs
  server: async ({}, use) => {
    const server = await startTestServer()
    await use(server)
    await server.dispose()
  },

  /** The same server by a way that the test opens. */
  held: async ({ server }, use) => {
    const held = await holdServer(server.url)
    await use(held)
    held.close()
  },
})

export { signIn } from './sign-in.ts'
export { expect }

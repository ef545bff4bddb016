import { seededData, startTestServer, type TestServer } from '../../e2e/support/test-server.ts'
import { type Stage, setStage } from '../ui/stage.ts'
import { test as base, expect } from './desktop.ts'
import { type HeldServer, holdServer } from './held-server.ts'
import { createLauncher } from './launcher.ts'

interface WorkerFixtures {
  readonly seeded: string
  readonly stage: Stage
}

/** The whole product: the embedded server with data of its own; it serves no pages, since the client brings its own. */
export const test = base.extend<{ server: TestServer; held: HeldServer }, WorkerFixtures>({
  /** Data of a freshly seeded server, made once and copied by each. */
  seeded: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs
    async ({}, use) => {
      const { folder, remove } = await seededData()
      await use(folder)
      remove()
    },
    { scope: 'worker' },
  ],

  /** A client on a machine that is Windows as far as it can tell, which tests share. */
  stage: [
    async ({ binary, fixtureApp, seeded }, use) => {
      const launcher = createLauncher({ binary, fixtureApp, name: 'stage' })
      const stage = await setStage(launcher, seeded)
      await use(stage)
      const crashes = await launcher.end()
      await stage.dispose()
      expect(crashes, 'crashes of the main process').toBe('')
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  server: async ({ seeded }, use) => {
    const server = await startTestServer({ from: seeded })
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

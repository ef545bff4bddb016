import { rmSync } from 'node:fs'
import { test as base, expect } from '@playwright/test'
import { appWithFixturePage } from './app-folder.ts'
import { type Binary, findBinary } from './electron-binary.ts'
import { createLauncher, type Desktop, type LaunchOptions } from './launcher.ts'

interface Fixtures {
  readonly launch: (options?: LaunchOptions) => Promise<Desktop>
  readonly desktop: Desktop
}

interface WorkerFixtures {
  readonly sharedDesktop: Desktop
  readonly binary: Binary
  readonly fixtureApp: string
}

/**
 * Desktop tests: `launch` starts clients that end with the test, `desktop` is one of them. Tests that leave
 * nothing behind in page or main share one, `sharedDesktop`.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs
  binary: [async ({}, use) => use(findBinary()), { scope: 'worker' }],

  fixtureApp: [
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const folder = appWithFixturePage()
      await use(folder)
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  launch: async ({ binary, fixtureApp }, use, info) => {
    const launcher = createLauncher({ binary, fixtureApp, name: info.titlePath.slice(1).join(' ') })
    await use(launcher.launch)
    expect(await launcher.end(), 'crashes of the main process').toBe('')
  },

  desktop: async ({ launch }, use) => use(await launch()),

  sharedDesktop: [
    async ({ binary, fixtureApp }, use) => {
      const launcher = createLauncher({ binary, fixtureApp, name: 'shared' })
      await use(await launcher.launch())
      expect(await launcher.end(), 'crashes of the main process').toBe('')
    },
    { scope: 'worker' },
  ],
})

export { clientEnvironment, type Desktop, type LaunchOptions } from './launcher.ts'
export { expect }

/**
 * Draws each piece and screen of the gallery and compares it with its picture, pixel by pixel; or keeps
 * what is drawn as what it has to look like. With --readme it takes the pictures of the README instead,
 * of the product as it was last built, with its demo company.
 *
 * usage: npm run gallery -- [--record] [--only form/DropField] | --readme
 */
import './lib/require-node.ts'
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { requireTestBrowser } from './lib/chromium.ts'
import { bin, ROOT } from './lib/paths.ts'

const { values } = parseArgs({
  options: {
    record: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    readme: { type: 'boolean', default: false },
  },
})
const browser = await requireTestBrowser((line) => console.log(line))
const tests = values.readme
  ? ['test', '--config', 'tests/gallery/readme/playwright.config.ts']
  : ['test', '--config', 'tests/gallery/playwright.config.ts']
const { status } = spawnSync(process.execPath, bin('@playwright/test/cli.js', ...tests), {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    ...process.env,
    CHROMIUM_PATH: browser,
    GALLERY_ONLY: values.only,
    GALLERY_RECORD: values.record ? '1' : '',
  },
})
process.exitCode = status ?? 1

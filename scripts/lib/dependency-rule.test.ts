import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkDependencyRule } from './dependency-rule.ts'
import { withoutComments } from './source-rules.ts'

/** A small house that keeps every rule; each test plants one violation in a copy of it. */
const HOUSE: Record<string, string> = {
  'package.json': JSON.stringify({
    type: 'module',
    imports: { '#shared/*': './shared/*' },
    dependencies: { zod: '1.0.0', react: '1.0.0' },
  }),
  'node_modules/zod/package.json': JSON.stringify({
    name: 'zod',
    version: '1.0.0',
    exports: { './mini': './mini.js' },
  }),
  'node_modules/zod/mini.js': 'export const string = 1',
  'node_modules/react/package.json': JSON.stringify({ name: 'react', version: '1.0.0', main: 'index.js' }),
  'node_modules/react/index.js': 'module.exports = {}',
  'shared/contract/auth.ts':
    "import * as z from 'zod/mini'\nexport const login = z.string\nexport type Login = string\n",
  'renderer/app/main.tsx':
    "import { SignIn } from '../features/sign-in/index.ts'\nexport const app = <SignIn />\n",
  'renderer/features/sign-in/index.ts': "export { SignIn } from './SignIn.tsx'\n",
  'renderer/features/sign-in/SignIn.tsx':
    "import 'react'\nimport { login } from '#shared/contract/auth.ts'\nexport const SignIn = () => <p>{login}</p>\n",
  'renderer/features/chat/index.ts': "export { Chat } from './Chat.tsx'\n",
  'renderer/features/chat/Chat.tsx':
    "import { SignIn } from '../sign-in/index.ts'\nexport const Chat = () => <SignIn />\n",
  'renderer/services/storage/storage.ts': 'export const store = () => window.localStorage\n',
  'electron/main.ts':
    "import { ipcMain } from 'electron'\nimport { bind } from './commands/dispatcher.ts'\nbind({ channels: ipcMain })\n",
  'electron/commands/dispatcher.ts': 'export const bind = (parts: object) => parts\n',
  'electron/platform/runner.ts':
    "import { spawn } from 'node:child_process'\nexport const run = () => spawn('true')\n",
  'node_modules/electron/package.json': JSON.stringify({
    name: 'electron',
    version: '1.0.0',
    main: 'index.js',
  }),
  'node_modules/electron/index.js': 'module.exports = {}',
  'preload/preload.ts':
    "import type { Login } from '#shared/contract/auth.ts'\nexport const name: Login = ''\n",
  'server/main.ts':
    "import { login } from '#shared/contract/auth.ts'\n// localStorage and ipcMain in a comment are no use of them.\nexport const serve = login\n",
  'scripts/start.ts': 'export const start = 1\n',
}

let root = ''

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fieldwork-rule-'))
  write(HOUSE)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

async function brokenRules(): Promise<string[]> {
  const { findings } = await checkDependencyRule(root)
  return [...new Set(findings.map((finding) => finding.rule))].sort()
}

test('a house that keeps the rules passes, and its modules were really read', async () => {
  const report = await checkDependencyRule(root)
  expect(report.findings).toEqual([])
  expect(report.modules).toBe(
    Object.keys(HOUSE).filter((file) => /^(?!node_modules|scripts).*\.tsx?$/.test(file)).length,
  )
})

test('types may refer to each other', async () => {
  write({
    'server/a.ts': "import { b } from './b.ts'\nexport type A = number\nexport const a = b\n",
    'server/b.ts': "import type { A } from './a.ts'\nexport const b: A = 1\n",
  })
  expect(await brokenRules()).toEqual([])
})

describe('a planted violation is caught', () => {
  const planted: [rule: string, files: Record<string, string>][] = [
    ['shared-imports-only-zod', { 'shared/a.ts': "import 'react'\n" }],
    [
      'shared-imports-only-zod',
      { 'shared/a.ts': "import { readFileSync } from 'node:fs'\nreadFileSync('')\n" },
    ],
    [
      'shared-imports-only-zod',
      { 'shared/a.ts': "import { serve } from '../server/main.ts'\nexport const a = serve\n" },
    ],
    [
      'renderer-imports-only-shared',
      { 'renderer/a.ts': "import { serve } from '../server/main.ts'\nexport const a = serve\n" },
    ],
    [
      'renderer-imports-only-shared',
      { 'renderer/a.ts': "export const a = () => import('../electron/main.ts')\n" },
    ],
    [
      'electron-imports-only-shared',
      { 'electron/a.ts': "import { name } from '../preload/preload.ts'\nexport const a = name\n" },
    ],
    [
      'preload-imports-only-shared',
      {
        'preload/a.ts':
          "import type { bind } from '../electron/commands/dispatcher.ts'\nexport type A = typeof bind\n",
      },
    ],
    [
      'server-imports-only-shared',
      { 'server/a.ts': "export { store } from '../renderer/services/storage/storage.ts'\n" },
    ],
    [
      'product-imports-no-tooling',
      { 'server/a.ts': "import { start } from '../scripts/start.ts'\nexport const a = start\n" },
    ],
    [
      'feature-insides-are-private',
      {
        'renderer/features/chat/a.ts':
          "import { SignIn } from '../sign-in/SignIn.tsx'\nexport const a = SignIn\n",
      },
    ],
    [
      'features-are-entered-by-their-index',
      {
        'renderer/shell/a.ts':
          "import { SignIn } from '../features/sign-in/SignIn.tsx'\nexport const a = SignIn\n",
      },
    ],
    [
      'only-platform-starts-processes',
      { 'electron/services/a.ts': "import { spawn } from 'node:child_process'\nexport const a = spawn\n" },
    ],
    [
      'only-platform-starts-processes',
      { 'electron/services/a.ts': "const { spawn } = require('child_process')\nexport const a = spawn\n" },
    ],
    [
      'no-circular',
      {
        'server/a.ts': "import { b } from './b.ts'\nexport const a = () => b\n",
        'server/b.ts': "import { a } from './a.ts'\nexport const b = () => a\n",
      },
    ],
    ['no-unresolvable', { 'server/a.ts': "import { gone } from './gone.ts'\nexport const a = gone\n" }],
    [
      'only-the-dispatcher-binds-ipc',
      { 'electron/services/a.ts': "import { ipcMain } from 'electron'\nipcMain.on('a', () => {})\n" },
    ],
    [
      'main-only-hands-ipc-on',
      { 'electron/main.ts': "import { ipcMain } from 'electron'\nipcMain.handle('a', () => 1)\n" },
    ],
    [
      'only-storage-touches-local-storage',
      { 'renderer/shell/a.ts': "export const a = () => localStorage.getItem('a')\n" },
    ],
    [
      'one-place-names-the-locale',
      { 'renderer/shell/a.ts': "export const a = (count: number) => count.toLocaleString('en-GB')\n" },
    ],
    [
      'a-failure-says-its-reason',
      { 'renderer/shell/a.tsx': 'export const A = () => <EmptyState isFailure title="No list" />\n' },
    ],
    [
      'a-failure-says-its-reason',
      { 'renderer/shell/a.tsx': 'export const A = () => <EmptyState title={TEXT.listFailed} />\n' },
    ],
    [
      'a-failure-says-its-reason',
      {
        'renderer/shell/a.tsx': 'export const A = () => <EmptyState title="The list could not be had." />\n',
      },
    ],
  ]

  test.each(planted)('%s %#', async (rule, files) => {
    write(files)
    expect(await brokenRules()).toContain(rule)
  })
})

test('comments go, lines and strings stay', () => {
  expect(withoutComments("a /* x\ny */ b // z\n'https://c' // d")).toBe("a \n b \n'https://c' ")
})

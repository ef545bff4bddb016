import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** Sources of the desktop client that mention the name, by their path. */
function mentions(name: RegExp): string[] {
  return globSync('{electron,preload}/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts') && name.test(readFileSync(path.join(root, file), 'utf8')))
    .sort()
}

test('processes are started in one folder, and never by a shell', () => {
  expect(mentions(/child_process/)).toEqual([
    'electron/platform/command-runner.ts',
    'electron/platform/program-launcher.ts',
  ])
  expect(mentions(/shell: (?!false)|execSync|spawnSync|, exec\b/)).toEqual([])
})

test('nothing weakens the windows or passes over a certificate', () => {
  expect(
    mentions(
      /certificate-error|setCertificateVerifyProc|webSecurity: false|sandbox: false|nodeIntegration: true/,
    ),
  ).toEqual([])
  expect(mentions(/@electron\/remote|allowRunningInsecureContent|ignore-certificate-errors/)).toEqual([])
})

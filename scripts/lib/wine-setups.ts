import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './paths.ts'

const LIMIT_MS = 60_000

/** What the versions of the made-up client consist of. The second has lost a file. */
const VERSIONS = {
  '1.0.0': { 'Fieldwork.exe': 'one', 'resources/app.asar': 'one', 'resources/old.txt': 'old' },
  '1.1.0': { 'Fieldwork.exe': 'two', 'resources/app.asar': 'two' },
} as const

/**
 * Makes the installers for the checks under Wine, with what `build/installer.nsh` adds to electron-builder's, and
 * what stands in for icacls.
 *
 * @returns their folder; null where makensis is missing, which is said
 */
export function makeSetups(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): string | null {
  const makensis = env.FIELDWORK_MAKENSIS || '/usr/bin/makensis'
  if (!existsSync(makensis)) {
    say('The installer was not checked: makensis not found (docs/desktop.md).')
    return null
  }
  rmSync(folder, { recursive: true, force: true })
  const make = (script: string, defines: Readonly<Record<string, string>>) => {
    const given = Object.entries(defines).map(([name, value]) => `-D${name}=${value}`)
    const args = ['-V2', '-WX', ...given, inRoot('tests/wine', script)]
    const { status, stdout, stderr } = spawnSync(makensis, args, { encoding: 'utf8', timeout: LIMIT_MS })
    if (status !== 0) throw new Error(`makensis ended with ${status}\n${stdout}${stderr}`)
  }
  for (const [version, files] of Object.entries(VERSIONS)) {
    const content = path.join(folder, version)
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(content, name)), { recursive: true })
      writeFileSync(path.join(content, name), text)
    }
    make('setup.nsi', {
      VERSION: version,
      CONTENT: content,
      OUT: path.join(folder, `setup-${version}.exe`),
      ADDED: inRoot('build/installer.nsh'),
    })
  }
  make('icacls.nsi', { OUT: path.join(folder, 'icacls.exe') })
  return folder
}

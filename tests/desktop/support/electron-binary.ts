import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** What the specs run on: Electron itself, or the stand-in over Chromium. */
export interface Binary {
  readonly real: boolean
  readonly file: string
}

const STAND_IN = path.resolve(import.meta.dirname, '../standin/electron')

/**
 * Electron's binary where it has been fetched, the stand-in otherwise. Importing 'electron' would
 * fetch it, so its folder is looked at instead. ELECTRON_STAND_IN=1 chooses the stand-in anyway.
 */
export function findBinary(): Binary {
  const folder = path.dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const name = path.join(folder, 'path.txt')
  if (process.env.ELECTRON_STAND_IN !== '1' && existsSync(name)) {
    const file = path.join(folder, 'dist', readFileSync(name, 'utf8'))
    if (existsSync(file)) return { real: true, file }
  }
  return { real: false, file: STAND_IN }
}

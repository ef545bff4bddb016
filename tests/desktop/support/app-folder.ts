import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../../..')

/** Version of the client made by `appWithFixturePage`. */
export const FIXTURE_VERSION = '7.8.9'

/** A folder with the bundles as they are shipped and, in place of the renderer, a small page. */
export function appWithFixturePage(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fieldwork-app-'))
  for (const part of ['electron', 'preload']) {
    cpSync(path.join(ROOT, 'dist', part), path.join(folder, 'dist', part), { recursive: true })
  }
  const page = path.join(import.meta.dirname, '../fixtures/page')
  mkdirSync(path.join(folder, 'dist'), { recursive: true })
  cpSync(page, path.join(folder, 'dist/renderer'), { recursive: true })
  const manifest = { name: 'fieldwork', version: FIXTURE_VERSION, main: 'dist/electron/main.cjs' }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
  return folder
}

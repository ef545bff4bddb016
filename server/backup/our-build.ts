import { readFileSync } from 'node:fs'
import { KNOWN_MIGRATIONS } from '../db/database.ts'

/** This build, as people read it: the product's version, and its data's. */
export function ourBuild(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return `${version} (data ${KNOWN_MIGRATIONS.at(-1)?.slice(0, 4)})`
}

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { inRoot } from '../lib/paths.ts'
import { type Site, sitesOf } from './sites.ts'

const CODE = /\.(tsx?|mjs)$/

/** The source files of this checkout, each read and looked through once. */
export class Checkout {
  readonly files: ReadonlySet<string>
  private readonly texts = new Map<string, string>()
  private readonly lines = new Map<string, readonly string[]>()
  private readonly sites = new Map<string, readonly Site[]>()

  constructor() {
    const listed = execFileSync('git', ['ls-files'], { cwd: inRoot('.'), encoding: 'utf8' }).split('\n')
    this.files = new Set(listed.filter((file) => CODE.test(file) && existsSync(inRoot(file))))
  }

  readonly read = (file: string): string =>
    remembered(this.texts, file, () => readFileSync(inRoot(file), 'utf8'))

  readonly linesOf = (file: string): readonly string[] =>
    remembered(this.lines, file, () => this.read(file).split('\n'))

  /** The places of a file that can be broken; none where there is no such file. */
  readonly sitesOf = (file: string): readonly Site[] =>
    remembered(this.sites, file, () => (this.files.has(file) ? sitesOf(file, this.read(file)) : []))
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}

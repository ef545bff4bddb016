import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../lib/paths.ts'
import { closureOf, ID } from './claims.ts'

/** The numbers of the regions that ran, by file. */
export type Ran = Readonly<Record<string, readonly number[]>>

export interface RanTest {
  /** With those of the suites around it. */
  readonly title: string
  readonly passed: boolean
  readonly ran: Ran
}

/** What one test file's tests ran; `shared` is what its hooks ran for all of them. */
export interface FileRecord {
  readonly testFile: string
  readonly shared: Ran
  readonly tests: readonly RanTest[]
  /** Of the content of the test file and of all that it imports. */
  readonly state: string
  /** Of how regions are numbered. */
  readonly tool: string
}

export function fileNameOf(testFile: string): string {
  return `${testFile.replaceAll('/', '+')}.json`
}

/** A hash of a test file and all that it imports. */
export function stateOf(
  testFile: string,
  files: ReadonlySet<string>,
  read: (file: string) => string,
): string {
  const hash = createHash('sha256')
  for (const file of closureOf(testFile, files, read).sort())
    hash.update(file).update('\0').update(read(file))
  return hash.digest('hex').slice(0, 16)
}

/** A hash of how regions are numbered: with another numbering the records say nothing. */
function toolState(): string {
  return createHash('sha256')
    .update(readFileSync(inRoot('scripts/mutate/regions.ts')))
    .digest('hex')
    .slice(0, 16)
}

/** Tests that claim nothing are kept as one test with all that they ran. */
function summed(tests: readonly RanTest[]): RanTest[] {
  const regions = new Map<string, Set<number>>()
  for (const { ran } of tests.filter(({ title }) => !title.match(ID)))
    for (const [file, some] of Object.entries(ran)) {
      const all = regions.get(file) ?? new Set()
      for (const region of some) all.add(region)
      regions.set(file, all)
    }
  const ran = Object.fromEntries([...regions].map(([file, all]) => [file, [...all]]))
  return [...tests.filter(({ title }) => title.match(ID)), { title: '', passed: true, ran }]
}

/** What the tests ran, kept in a folder from one run of the tool to the next. */
export class Coverage {
  private readonly folder: string
  private readonly files: ReadonlySet<string>
  private readonly read: (file: string) => string

  constructor(folder: string, files: ReadonlySet<string>, read: (file: string) => string) {
    this.folder = folder
    this.files = files
    this.read = read
  }

  /**
   * The records of test files. Of those that are `due` and those never run, the ones whose tests or code
   * have changed are run anew; of the others an older record does.
   *
   * @param run runs test files with probes, which write into a folder; again with those that nothing was written of
   */
  async of(
    testFiles: readonly string[],
    isDue: (testFile: string) => boolean,
    run: (stale: readonly string[], folder: string) => Promise<void>,
  ): Promise<FileRecord[]> {
    const states = new Map(testFiles.map((file) => [file, stateOf(file, this.files, this.read)]))
    const tool = toolState()
    const stale = testFiles.filter((file) => {
      const kept = this.kept(file)
      if (kept?.tool !== tool) return true
      return isDue(file) && kept.state !== states.get(file)
    })
    if (stale.length > 0) {
      const fresh = join(this.folder, 'fresh')
      rmSync(fresh, { recursive: true, force: true })
      mkdirSync(fresh, { recursive: true })
      await run(stale, fresh)
      // A run that ended early has written some records only. The others are run once more, in vain where no
      // test of a file runs.
      const silent = stale.filter((file) => !existsSync(join(fresh, fileNameOf(file))))
      if (silent.length > 0) await run(silent, fresh)
      for (const file of stale) this.keep(join(fresh, fileNameOf(file)), file, states.get(file) ?? '', tool)
    }
    return testFiles.map((file) => this.kept(file)).filter((record) => record !== null)
  }

  private keep(from: string, testFile: string, state: string, tool: string): void {
    // Nothing is written for a file of which no test ran; what was known of it holds no longer.
    if (!existsSync(from)) {
      rmSync(join(this.folder, fileNameOf(testFile)), { force: true })
      return
    }
    const found = JSON.parse(readFileSync(from, 'utf8')) as FileRecord
    const record: FileRecord = {
      testFile,
      shared: found.shared,
      tests: summed(found.tests),
      state,
      tool,
    }
    const path = join(this.folder, fileNameOf(testFile))
    writeFileSync(`${path}.new`, JSON.stringify(record))
    renameSync(`${path}.new`, path)
  }

  private kept(testFile: string): FileRecord | null {
    const path = join(this.folder, fileNameOf(testFile))
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FileRecord) : null
  }
}

/**
 * Set up before each test file while `npm run mutate` collects what tests run: sorts by test what the probes of
 * `regions.ts` tell, and writes it down when the file is done.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, type TestContext } from 'vitest'
import { inRoot } from '../lib/paths.ts'
import { fileNameOf, type Ran, type RanTest } from './coverage.ts'

const scope = globalThis as { __reached?: (file: string, region: number) => void }

type Reached = Map<string, Set<number>>

const plain = (reached: Reached): Ran =>
  Object.fromEntries([...reached].map(([file, regions]) => [file, [...regions]]))

function titleOf(task: TestContext['task']): string {
  const titles = [task.name]
  for (let suite = task.suite; suite; suite = suite.suite) titles.unshift(suite.name)
  return titles.join(' ').trim()
}

const folder = process.env.MUTATE_COLLECT
if (folder) {
  let reached: Reached = new Map()
  let shared: Reached = reached
  const tests: RanTest[] = []
  let testFile = ''

  // Imports are over when the first of these runs: what comes now is the tests' own.
  beforeAll(() => {
    shared = reached = new Map()
    scope.__reached = (file, region) => {
      const regions = reached.get(file)
      if (regions) regions.add(region)
      else reached.set(file, new Set([region]))
    }
  })
  beforeEach(() => {
    reached = new Map()
  })
  afterEach(({ task }) => {
    testFile = relative(inRoot('.'), task.file.filepath)
    tests.push({ title: titleOf(task), passed: !task.result?.errors?.length, ran: plain(reached) })
    reached = shared
  })
  afterAll(() => {
    delete scope.__reached
    if (!testFile) return
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, fileNameOf(testFile)),
      JSON.stringify({ testFile, shared: plain(shared), tests }),
    )
  })
}

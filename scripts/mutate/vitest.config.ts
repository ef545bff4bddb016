import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin, UserWorkspaceConfig } from 'vitest/config'
import base from '../../vitest.config.ts'
import { inRoot } from '../lib/paths.ts'
import type { Site } from './sites.ts'

const site = JSON.parse(process.env.MUTANT ?? 'null') as Site | null

/** Serves one file changed in one place; nothing on the disk changes. */
const mutate: Plugin = {
  name: 'mutate',
  enforce: 'pre',
  transform: (_code, id) => {
    const file = fileOf(id)
    if (file !== site?.file) return null
    const code = readFileSync(id, 'utf8')
    return { code: code.slice(0, site.start) + site.replacement + code.slice(site.end), map: null }
  },
  // What was compiled is kept for the next run, but never the broken file.
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (fileOf(id) === site?.file ? false : null)),
}

function fileOf(id: string): string {
  return relative(inRoot('.'), id).replaceAll('\\', '/')
}

/** What waits for something that a change prevents needn't wait for long. */
const LIMITS = { testTimeout: 40_000, hookTimeout: 40_000 }

const projects = (base.test?.projects ?? []) as UserWorkspaceConfig[]

// biome-ignore lint/style/noDefaultExport: the runner takes its configuration so
export default {
  ...base,
  root: inRoot('.'),
  test: {
    ...base.test,
    projects: projects.map((project) => ({
      ...project,
      plugins: [mutate, ...(project.plugins ?? [])],
      test: {
        ...project.test,
        ...LIMITS,
        setupFiles: [
          ...[project.test?.setupFiles ?? []].flat(),
          ...(site ? ['scripts/mutate/impatience.ts'] : []),
        ],
      },
    })),
  },
}

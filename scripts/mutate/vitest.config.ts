import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin, UserWorkspaceConfig } from 'vitest/config'
import base from '../../vitest.config.ts'
import { inRoot } from '../lib/paths.ts'
import { instrument } from './regions.ts'
import type { Site } from './sites.ts'

const collecting = process.env.MUTATE_COLLECT !== undefined
const site = JSON.parse(process.env.MUTANT ?? 'null') as Site | null

const OWN = /\.(tsx?|mjs)$/

/** Serves one file changed in one place, or every file with probes; nothing on the disk changes. */
const mutate: Plugin = {
  name: 'mutate',
  enforce: 'pre',
  transform: (_code, id) => {
    const file = fileOf(id)
    if (site && file === site.file) {
      const code = readFileSync(id, 'utf8')
      return { code: code.slice(0, site.start) + site.replacement + code.slice(site.end), map: null }
    }
    const isOwn = OWN.test(file) && !file.startsWith('..') && !/(^|\/)(node_modules|mutate)\//.test(file)
    return collecting && isOwn ? { code: instrument(file, readFileSync(id, 'utf8')), map: null } : null
  },
  // What was compiled is kept for the next run: with probes apart, and never the broken file.
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => {
      if (site && fileOf(id) === site.file) return false
      return collecting ? 'probes' : null
    }),
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
        // The probes' hooks come first, and go last.
        setupFiles: [
          ...(collecting ? ['scripts/mutate/probes.ts'] : []),
          ...[project.test?.setupFiles ?? []].flat(),
          ...(site ? ['scripts/mutate/impatience.ts'] : []),
        ],
      },
    })),
  },
}

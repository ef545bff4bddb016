import { readFileSync } from 'node:fs'
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
    if (!site || id.split('?')[0] !== inRoot(site.file)) return null
    const code = readFileSync(inRoot(site.file), 'utf8')
    return { code: code.slice(0, site.start) + site.replacement + code.slice(site.end), map: null }
  },
}

const projects = (base.test?.projects ?? []) as UserWorkspaceConfig[]
/** What was compiled isn't kept: the same file is another one in each run. */
const FRESH = { fsModuleCache: false }

// biome-ignore lint/style/noDefaultExport: the runner takes its configuration so
export default {
  ...base,
  root: inRoot('.'),
  test: {
    ...base.test,
    ...FRESH,
    projects: projects.map((project) => ({
      ...project,
      plugins: [mutate, ...(project.plugins ?? [])],
      test: { ...project.test, ...FRESH },
    })),
  },
}

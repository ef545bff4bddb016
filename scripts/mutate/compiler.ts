import { readFileSync } from 'node:fs'
import { API } from 'typescript/unstable/sync'
import { inRoot } from '../lib/paths.ts'
import type { Site } from './sites.ts'

const CONFIG = [
  [/^renderer\//, 'tsconfig.web.json'],
  [/^shared\//, 'tsconfig.shared.json'],
  [/^/, 'tsconfig.node.json'],
] as const

/** All stay open: one that is closed is read anew for the next question. */
const PROJECTS = CONFIG.map(([, config]) => inRoot(config))

/** The compiler, asked about breaks: one that it refuses in its own file never comes as far as a test. */
export class Compiler {
  private readonly changed = new Map<string, string>()
  /** The file changed last, which is as it was by now. */
  private last: string | null = null
  private readonly api = new API({
    cwd: inRoot('.'),
    fs: { readFile: (path) => this.changed.get(path) },
  })

  accepts(site: Site): boolean {
    const path = inRoot(site.file)
    const code = readFileSync(path, 'utf8')
    const config = inRoot(CONFIG.find(([files]) => files.test(site.file))?.[1] ?? '')
    this.changed.set(path, code.slice(0, site.start) + site.replacement + code.slice(site.end))
    const changed = this.last === null ? [path] : [path, this.last]
    this.last = path
    const snapshot = this.api.updateSnapshot({ openProjects: PROJECTS, fileChanges: { changed } })
    const program = snapshot.getProject(config)?.program
    if (!program) throw new Error(`${config} has no program`)
    const faults = [...program.getSyntacticDiagnostics(path), ...program.getSemanticDiagnostics(path)]
    this.changed.delete(path)
    snapshot.dispose()
    return faults.length === 0
  }

  close(): void {
    this.api.close()
  }
}

import { readFileSync } from 'node:fs'
import { API } from 'typescript/unstable/sync'
import { inRoot } from '../lib/paths.ts'
import { idOf, type Site } from './sites.ts'

const CONFIG = [
  [/^renderer\//, 'tsconfig.web.json'],
  [/^shared\//, 'tsconfig.shared.json'],
  [/^/, 'tsconfig.node.json'],
] as const

/** The compiler, asked about breaks: one that it refuses in its own file never comes as far as a test. */
export class Compiler {
  private readonly changed = new Map<string, string>()
  private readonly known = new Map<string, boolean>()
  private readonly api = new API({
    cwd: inRoot('.'),
    fs: { readFile: (path) => this.changed.get(path) },
  })

  accepts(site: Site): boolean {
    const known = this.known.get(idOf(site))
    if (known !== undefined) return known
    const [isAccepted = false] = this.check(configOf(site), [site])
    this.known.set(idOf(site), isAccepted)
    return isAccepted
  }

  /** Whether it was asked about a break before. */
  isKnown(site: Site): boolean {
    return this.known.has(idOf(site))
  }

  /**
   * Asks about many breaks at once, as many together as stand in files of their own: a program takes seconds to make.
   * What is refused so is asked about alone, for another's break may be why.
   */
  ask(sites: readonly Site[]): void {
    const waiting = sites.filter((site) => !this.isKnown(site))
    while (waiting.length > 0) {
      const together = new Map<string, Site>()
      for (const site of waiting)
        if (configOf(site) === configOf(waiting[0] ?? site) && !together.has(site.file))
          together.set(site.file, site)
      const some = [...together.values()]
      const [first] = some
      if (!first) return
      const accepted = this.check(configOf(first), some)
      for (const [at, site] of some.entries()) {
        if (accepted[at] || some.length === 1) this.known.set(idOf(site), accepted[at] === true)
        else this.accepts(site)
        waiting.splice(waiting.indexOf(site), 1)
      }
    }
  }

  private check(config: string, sites: readonly Site[]): boolean[] {
    const paths = sites.map(({ file }) => inRoot(file))
    for (const [at, { start, end, replacement }] of sites.entries()) {
      const path = paths[at] ?? ''
      const code = readFileSync(path, 'utf8')
      this.changed.set(path, code.slice(0, start) + replacement + code.slice(end))
    }
    const snapshot = this.api.updateSnapshot({ openProjects: [config], fileChanges: { changed: paths } })
    const program = snapshot.getProject(config)?.program
    if (!program) throw new Error(`${config} has no program`)
    const accepted = paths.map(
      (path) =>
        program.getSyntacticDiagnostics(path).length + program.getSemanticDiagnostics(path).length === 0,
    )
    this.changed.clear()
    snapshot.dispose()
    // The next question finds these files as they are.
    this.api.updateSnapshot({ openProjects: [config], fileChanges: { changed: paths } }).dispose()
    return accepted
  }

  close(): void {
    this.api.close()
  }
}

function configOf({ file }: Site): string {
  return inRoot(CONFIG.find(([files]) => files.test(file))?.[1] ?? '')
}

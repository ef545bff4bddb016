import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A rule that an import graph can't express: a text that only the listed files may contain. */
interface SourceRule {
  readonly name: string
  readonly comment: string
  readonly within: RegExp
  readonly allowed: RegExp
  readonly text: RegExp
}

const SOURCE_RULES: readonly SourceRule[] = [
  {
    name: 'only-the-dispatcher-binds-ipc',
    comment: 'electron/main.ts hands ipcMain to electron/commands/dispatcher.ts; nobody else touches it.',
    within: /^electron\//,
    allowed: /^electron\/(main|commands\/dispatcher)\.ts$|\.test\.ts$/,
    text: /\bipcMain\b/,
  },
  {
    name: 'main-only-hands-ipc-on',
    comment: 'The composition root passes ipcMain on and binds nothing itself.',
    within: /^electron\/main\.ts$/,
    allowed: /^$/,
    text: /\bipcMain\s*(\?\.|\.|\[)/,
  },
  {
    name: 'only-storage-touches-local-storage',
    comment:
      'renderer/services/storage/storage.ts is the one way to localStorage; kept-session.ts only looks whether there is a session.',
    within: /^(renderer|shared|preload)\//,
    allowed:
      /^renderer\/services\/(storage\/storage|session\/kept-session)\.ts$|\.test\.tsx?$|^renderer\/testing\//,
    text: /\blocalStorage\b/,
  },
  {
    name: 'one-place-names-the-locale',
    comment: 'Dates, numbers, the order of names and plurals go by LOCALE (shared/domain/locale.ts).',
    within: /^(renderer|electron|preload|server|shared)\//,
    allowed: /^shared\/domain\/locale\.ts$|\.test\.tsx?$/,
    // The file of a language's words is named by its locale.
    text: /\ben-[A-Z]{2}\b(?!\.ts)/,
  },
  {
    name: 'a-failure-says-its-reason',
    comment:
      'What could not be had is a LoadFailure (renderer/ui/failure), which wants the reason: an empty state has none.',
    within: /^renderer\/.*\.tsx$/,
    allowed: /^renderer\/ui\/(failure\/|EmptyState\.tsx$)|\.test\.tsx$/,
    text: /<EmptyState\b[^<]*?(?:\bisFailure\b|\brole=|title=(?:\{[\w.]*[fF]ailed\}|["{'`][^"'`]*could ?n[o’']t))/,
  },
]

export interface Finding {
  readonly rule: string
  readonly comment: string
  readonly from: string
  readonly to: string
}

/** The source without its comments, line for line. Good enough for names; strings stay. */
export function withoutComments(source: string): string {
  return source
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .replaceAll(/(^|\s)\/\/.*$/gm, '$1')
}

/**
 * Files that contain what only others may.
 *
 * @param files relative to the root, with forward slashes
 */
export function checkSourceRules(root: string, files: readonly string[]): Finding[] {
  return files.flatMap((file) => {
    const rules = SOURCE_RULES.filter((rule) => rule.within.test(file) && !rule.allowed.test(file))
    if (rules.length === 0) return []
    const source = withoutComments(readFileSync(join(root, file), 'utf8'))
    return rules
      .filter((rule) => rule.text.test(source))
      .map((rule) => ({ rule: rule.name, comment: rule.comment, from: file, to: rule.text.source }))
  })
}

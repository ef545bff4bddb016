import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser'
import { inRoot } from './paths.ts'
import { checkSourceRules, type Finding } from './source-rules.ts'

/** Where the rule holds. */
const PARTS = ['shared', 'renderer', 'electron', 'preload', 'server']
/** A parser that reads nothing finds nothing wrong: fewer modules than this is a failure of the check. */
export const MODULE_FLOOR = 60

export interface RuleReport {
  /** Source files of the product that were read. */
  readonly modules: number
  readonly findings: readonly Finding[]
}

/**
 * Reads every source file of the product and gives what breaks the design's arrows.
 *
 * @param root the checkout, or a copy of it
 */
export async function checkDependencyRule(root: string): Promise<RuleReport> {
  const load = createRequire(import.meta.url)
  const ruleSet: IFlattenedRuleSet = load(inRoot('.dependency-cruiser.cjs'))
  const parts = PARTS.filter((part) => existsSync(join(root, part)))
  const { output } = await cruise(
    parts,
    {
      baseDir: root,
      parser: 'swc',
      validate: true,
      ruleSet,
      doNotFollow: { path: '^node_modules/' },
      detectProcessBuiltinModuleCalls: true,
    },
    {
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.cjs', '.json'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  )
  return reportOf(root, output as ICruiseResult)
}

function reportOf(root: string, result: ICruiseResult): RuleReport {
  const own = result.modules
    .map((module) => module.source)
    .filter((source) => PARTS.some((part) => source.startsWith(`${part}/`)) && /\.tsx?$/.test(source))
  const violations = result.summary.violations.map((violation) => ({
    rule: violation.rule.name,
    comment: violation.comment ?? '',
    from: violation.from,
    to: violation.to,
  }))
  return { modules: own.length, findings: [...violations, ...checkSourceRules(root, own)] }
}

/** The findings as lines for a terminal. */
export function describeFindings(findings: readonly Finding[]): string {
  return findings
    .map((f) => `${f.from} → ${f.to}\n    ${f.rule}${f.comment ? `: ${f.comment}` : ''}`)
    .join('\n')
}

import type { PermissionName, Permissions } from './permissions.ts'

/** The permissions that something needs: one, any of several, or all of several (spec 1 §5, §6). */
export type PermissionRule =
  | PermissionName
  | { readonly anyOf: readonly PermissionName[] }
  | { readonly allOf: readonly PermissionName[] }

/** Whether these permissions satisfy the rule. */
export function allows(permissions: Permissions, rule: PermissionRule): boolean {
  if (typeof rule === 'string') return permissions.can(rule)
  return 'anyOf' in rule ? permissions.canAny(rule.anyOf) : permissions.canAll(rule.allOf)
}

/** The permissions that the rule names. */
export function namesOf(rule: PermissionRule): readonly PermissionName[] {
  if (typeof rule === 'string') return [rule]
  return 'anyOf' in rule ? rule.anyOf : rule.allOf
}

/** As words: `A`, `A or B`, `A and B`. */
export function ruleInWords(rule: PermissionRule): string {
  const isChoice = typeof rule !== 'string' && 'anyOf' in rule
  return namesOf(rule).join(isChoice ? ' or ' : ' and ')
}

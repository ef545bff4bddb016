import { PERMISSIONS, type PermissionName, type Permissions } from './permissions.ts'

/** The number of each permission in tokens. */
export type PermissionTable = Readonly<Record<PermissionName, number>>

const NAMES = Object.keys(PERMISSIONS) as PermissionName[]

/** Numbers that a permission may have (spec 1 §6). */
function isPermissionNumber(number: number): boolean {
  return (Number.isInteger(number) && number >= 1 && number <= 371) || [400, 401, 500, 501].includes(number)
}

/** The built-in numbers, replaced by a deployment's own where it has some; unknown names are ignored. */
export function permissionTable(own: Readonly<Record<string, number>>): PermissionTable {
  return Object.fromEntries(NAMES.map((name) => [name, own[name] ?? PERMISSIONS[name]])) as PermissionTable
}

/** What is wrong with a deployment's own numbers, in words; empty for a good table. */
export function faultsOfPermissionNumbers(own: Readonly<Record<string, number>>): string[] {
  const unknown = Object.keys(own).filter((name) => !(name in PERMISSIONS))
  const table = permissionTable(own)
  const outside = NAMES.filter((name) => !isPermissionNumber(table[name]))
  const taken = new Map<number, PermissionName>()
  const twice = NAMES.flatMap((name) => {
    const other = taken.get(table[name])
    taken.set(table[name], name)
    return other === undefined ? [] : [`${other} and ${name} both have ${table[name]}`]
  })
  return [
    ...unknown.map((name) => `there is no permission ${name}`),
    ...outside.map((name) => `${name} has ${table[name]}, which is not 1 to 371, 400, 401, 500 or 501`),
    ...twice,
  ]
}

/**
 * Somebody's permissions as numbers of a table. Numbers without a name are kept with the built-in table only:
 * in another one they would mean something else.
 */
export function numbersIn(permissions: Permissions, table: PermissionTable): readonly number[] {
  const isBuiltIn = NAMES.every((name) => table[name] === PERMISSIONS[name])
  if (isBuiltIn) return permissions.numbers
  return NAMES.filter((name) => permissions.can(name))
    .map((name) => table[name])
    .sort((a, b) => a - b)
}

/** The numbers in which the table differs from the built-in one. */
export function ownNumbersOf(table: PermissionTable): Record<string, number> {
  return Object.fromEntries(
    NAMES.filter((name) => table[name] !== PERMISSIONS[name]).map((name) => [name, table[name]]),
  )
}

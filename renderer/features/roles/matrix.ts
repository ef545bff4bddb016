import type { Role } from '#shared/contract/roles.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { filterTerm } from '#shared/domain/searching.ts'
import { PERMISSION_GROUPS } from './permission-words.ts'

/** What cells are to be once they are saved, by `role id:permission`. */
export type Changed = ReadonlyMap<string, boolean>

const cellOf = (roleID: number, name: PermissionName): string => `${roleID}:${name}`

/** Whether a cell is on, with what isn't saved yet. */
export const isOn = (role: Role, name: PermissionName, changed: Changed): boolean =>
  changed.get(cellOf(role.id, name)) ?? role.permissions.includes(name)

/** Whether a cell isn't saved as it shows. */
export const isUnsaved = (role: Role, name: PermissionName, changed: Changed): boolean =>
  isOn(role, name, changed) !== role.permissions.includes(name)

/** A cell's other state. */
export function toggled(changed: Changed, role: Role, name: PermissionName): Changed {
  return new Map(changed).set(cellOf(role.id, name), !isOn(role, name, changed))
}

/** What the changed roles would be able to do, and how many cells that changes. */
export function changesOf(roles: readonly Role[], changed: Changed) {
  let cells = 0
  const changes = roles.flatMap((role) => {
    const names = [...changed.keys()]
      .filter((cell) => cell.startsWith(`${role.id}:`))
      .map((cell) => cell.slice(cell.indexOf(':') + 1) as PermissionName)
      .filter((name) => isUnsaved(role, name, changed))
    cells += names.length
    if (names.length === 0) return []
    const kept = role.permissions.filter((name) => !names.includes(name))
    const added = names.filter((name) => !role.permissions.includes(name))
    return [{ id: role.id, version: role.version, permissions: [...kept, ...added] }]
  })
  return { changes, cells }
}

export interface MatrixFilter {
  readonly term: string
  /** '' for all. */
  readonly group: string
  /** Two roles of which only one has the permission; 0 for no such filter. */
  readonly between: readonly [number, number]
}

/** The permissions that match, by group (spec 5 §4.2). */
export function matchingGroups(
  { term, group, between }: MatrixFilter,
  roles: readonly Role[],
  changed: Changed,
): readonly (readonly [group: string, names: readonly (readonly [PermissionName, string])[]])[] {
  const sought = filterTerm(term).toLowerCase()
  const [one, other] = between.map((id) => roles.find((role) => role.id === id))
  return Object.entries(PERMISSION_GROUPS)
    .filter(([name]) => group === '' || name === group)
    .map(([name, words]) => {
      const entries = Object.entries(words) as [PermissionName, string][]
      return [
        name,
        entries.filter(
          ([permission, text]) =>
            (sought === '' ||
              text.toLowerCase().includes(sought) ||
              permission.toLowerCase().includes(sought)) &&
            (!one || !other || isOn(one, permission, changed) !== isOn(other, permission, changed)),
        ),
      ] as const
    })
    .filter(([, names]) => names.length > 0)
}

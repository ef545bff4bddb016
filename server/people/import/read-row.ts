import { searchable } from '#shared/domain/locale.ts'
import { CLEAR, type ImportField } from '#shared/domain/people-import.ts'
import { WORK_LOCATION_WORDS } from '#shared/domain/person.ts'
import { USER_TYPES } from '#shared/domain/user-types.ts'
import type { PersonValues, UserType } from '#shared/records/admin/person-values.ts'
import { Refusal } from '../../refusal.ts'
import type { Directory, KnownPerson } from '../directory.ts'

/** What is wrong with one cell. */
export interface CellFault {
  readonly field: ImportField
  readonly value: string
  readonly refusal: Refusal
}

export interface ReadOptions {
  readonly columns: readonly (ImportField | null)[]
  readonly directory: Directory
  /** Makes what isn't there, and gives its id; null where that is an error. */
  readonly make: ((kind: 'area' | 'skill', name: string) => number) | null
  /** Somebody by display name, where only one has it. */
  readonly byDisplayName: (name: string) => KnownPerson | undefined
}

/** Somebody new before anything is said of them. */
export const NOBODY: PersonValues = {
  ...{ userName: '', displayName: '', legalName: '', knownAs: '', email: null, mobile: '' },
  ...{ userType: 'INTERVIEWER', roleIDs: [], areaID: null, managerID: null, agencyID: null },
  ...{ contractTypeID: null, weeklyHours: null, skillIDs: [], languages: [], workLocation: 'OFFICE' },
  ...{ coreHours: '', availability: '', isOptedOut48: false, limitedToAreas: [], payrollNumber: null },
  startDate: null,
}

const LONGEST: Partial<Record<ImportField, number>> = {
  ...{ displayName: 100, legalName: 100, knownAs: 100, coreHours: 100, email: 200, mobile: 40 },
  ...{ payrollNumber: 40, availability: 500 },
}

/** The key of a choice by its key or its words. */
export function choiceOf<K extends string>(choices: Readonly<Record<K, string>>, text: string): K | null {
  const meant = searchable(text)
  const keys = Object.keys(choices) as K[]
  return keys.find((key) => searchable(key) === meant || searchable(choices[key]) === meant) ?? null
}

/** The names that a cell lists, by commas or semicolons. */
export const namesIn = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** A day as YYYY-MM-DD, also from day/month/year; null where it is none. */
function dayIn(text: string): string | null {
  const british = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text)
  if (british) return `${british[3]}-${british[2]?.padStart(2, '0')}-${british[1]?.padStart(2, '0')}`
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null
}

/** The cell of a field, as it stands in the file; '' where there is none. */
export const cellOf = (
  cells: readonly string[],
  columns: readonly (ImportField | null)[],
  field: ImportField,
): string => (cells[columns.indexOf(field)] ?? '').trim()

/**
 * What a row makes of somebody: an empty cell leaves the value, CLEAR empties it (spec 5 §3.3). Managers are read
 * afterwards (`managerIn`), since they may be rows of the same file.
 */
export function readRow(
  cells: readonly string[],
  base: PersonValues,
  { columns, directory, make }: ReadOptions,
): { readonly values: PersonValues; readonly faults: readonly CellFault[] } {
  const values: { -readonly [K in keyof PersonValues]: PersonValues[K] } = { ...base }
  const faults: CellFault[] = []
  for (const [at, field] of columns.entries()) take(field, at)
  return { values, faults }

  function take(field: ImportField | null, at: number): void {
    const text = (cells[at] ?? '').trim()
    if (field === null || field === 'manager' || text === '') return
    const isClear = text === CLEAR
    const fault = (refusal: Refusal) => faults.push({ field, value: text, refusal })
    const unknown = (label: string, name: string) =>
      fault(new Refusal(400, 'import.unknown', { label, name }))
    const max = LONGEST[field]
    if (max !== undefined && text.length > max) return void fault(new Refusal(400, 'import.tooLong', { max }))
    switch (field) {
      case 'userName':
      case 'displayName':
      case 'legalName':
      case 'knownAs':
      case 'mobile':
      case 'coreHours':
      case 'availability':
        values[field] = isClear ? '' : text
        return
      case 'email':
      case 'payrollNumber':
        values[field] = isClear ? null : text
        return
      case 'userType': {
        const type = choiceOf<UserType>(USER_TYPES, text)
        if (type) values.userType = type
        else unknown('user type', text)
        return
      }
      case 'workLocation': {
        const location = isClear ? 'OFFICE' : choiceOf(WORK_LOCATION_WORDS, text)
        if (location) values.workLocation = location
        else unknown('place of work', text)
        return
      }
      case 'roles': {
        const names = isClear ? [] : namesIn(text)
        for (const name of names) if (!directory.roles.called(name)) unknown('role', name)
        values.roleIDs = names.flatMap((name) => directory.roles.called(name)?.id ?? [])
        return
      }
      case 'skills': {
        const names = isClear ? [] : namesIn(text)
        values.skillIDs = names.flatMap((name) => {
          const id = directory.skills.called(name)?.id ?? make?.('skill', name)
          if (id === undefined) unknown('skill', name)
          return id ?? []
        })
        return
      }
      case 'area': {
        const id = isClear ? null : (directory.areas.called(text)?.id ?? make?.('area', text))
        if (id === undefined) unknown('area', text)
        else values.areaID = id
        return
      }
      case 'limitedToAreas': {
        const names = isClear ? [] : namesIn(text)
        values.limitedToAreas = names.flatMap((name) => {
          const id = directory.areas.called(name)?.id ?? make?.('area', name)
          if (id === undefined) unknown('area', name)
          return id ?? []
        })
        return
      }
      case 'agency': {
        const id = isClear ? null : directory.agencies.called(text)?.id
        if (id === undefined) unknown('agency', text)
        else values.agencyID = id
        return
      }
      case 'contractType': {
        const id = isClear ? null : directory.contractTypes.called(text)?.id
        if (id === undefined) unknown('contract type', text)
        else values.contractTypeID = id
        return
      }
      case 'languages':
        values.languages = isClear ? [] : namesIn(text)
        return
      case 'weeklyHours': {
        const hours = Number(text.replace(',', '.'))
        if (isClear) values.weeklyHours = null
        else if (Number.isNaN(hours)) fault(new Refusal(400, 'import.notANumber'))
        else values.weeklyHours = hours
        return
      }
      case 'startDate': {
        const day = isClear ? null : dayIn(text)
        if (day === null && !isClear) fault(new Refusal(400, 'person.day'))
        else values.startDate = day
        return
      }
      case 'isOptedOut48': {
        const answer = isClear
          ? false
          : { yes: true, no: false, true: true, false: false }[text.toLowerCase()]
        if (answer === undefined) fault(new Refusal(400, 'import.yesNo'))
        else values.isOptedOut48 = answer
      }
    }
  }
}

/** The manager that a row names, by user name, address or the display name that only one has; 'none' for CLEAR. */
export function managerIn(
  cells: readonly string[],
  { columns, directory, byDisplayName }: ReadOptions,
): KnownPerson | 'none' | 'unknown' | null {
  const text = cellOf(cells, columns, 'manager')
  if (text === '') return null
  if (text === CLEAR) return 'none'
  return directory.named(text) ?? directory.mailed(text) ?? byDisplayName(text) ?? 'unknown'
}

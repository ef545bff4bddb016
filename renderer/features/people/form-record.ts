import type { PersonDetails } from '#shared/contract/admin-users.ts'
import { WORK_LOCATION_WORDS } from '#shared/domain/person.ts'
import { USER_TYPES } from '#shared/domain/user-types.ts'
import {
  EMAIL_MAX,
  FIRST_ACCESS,
  NAME_MAX,
  type PersonValues,
  SHORT_MAX,
  TEXT_MAX,
  type UserType,
} from '#shared/records/admin/person-values.ts'
import type { Field, ListedRow } from '#shared/records/record.ts'
import { TEXT } from './text.ts'

const { facts } = TEXT

/** The form of a person (spec 5 §3.2). Fields that choose among many hold ids with commas between. */
export const PERSON_FIELDS: Readonly<Record<string, Field>> = {
  displayName: { kind: 'text', label: facts.displayName, max: NAME_MAX, isRequired: true },
  userName: { kind: 'text', label: facts.userName, max: 60, isRequired: true, hint: TEXT.userNameHint },
  email: { kind: 'text', label: facts.email, max: EMAIL_MAX },
  access: { kind: 'choice', label: TEXT.access, choices: FIRST_ACCESS },
  userType: { kind: 'choice', label: facts.userType, choices: USER_TYPES, isRequired: true },
  roleKeys: { kind: 'text', label: TEXT.roles, isRequired: true },
  areaKey: { kind: 'text', label: facts.area, isRequired: true },
  managerKey: { kind: 'text', label: facts.manager },
  contractKey: { kind: 'text', label: facts.contractType },
  agencyKey: { kind: 'text', label: facts.agency },
  startDay: { kind: 'text', label: facts.startDate },
  hoursText: { kind: 'text', label: facts.weeklyHours },
  payrollNumber: { kind: 'text', label: facts.payrollNumber, max: SHORT_MAX },
  mobile: { kind: 'text', label: facts.mobile, max: SHORT_MAX },
  legalName: { kind: 'text', label: facts.legalName, max: NAME_MAX },
  knownAs: { kind: 'text', label: facts.knownAs, max: NAME_MAX },
  skillKeys: { kind: 'text', label: facts.skills },
  languageText: { kind: 'text', label: facts.languages, max: TEXT_MAX, hint: TEXT.languagesHint },
  workLocation: { kind: 'choice', label: facts.workLocation, choices: WORK_LOCATION_WORDS },
  coreHours: { kind: 'text', label: facts.coreHours, max: NAME_MAX },
  availability: { kind: 'longText', label: facts.availability, max: TEXT_MAX },
  limitKeys: { kind: 'text', label: TEXT.limitedToAreas },
  isOptedOut48: { kind: 'yesNo', label: facts.isOptedOut48 },
}

const keys = (ids: readonly number[]) => ids.join(',')
const key = (id: number | null) => (id === null ? '' : String(id))

/** The ids that a field holds. */
export const idsIn = (text: unknown): number[] =>
  typeof text === 'string' && text !== '' ? text.split(',').map(Number) : []

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const idIn = (value: unknown): number | null => idsIn(value)[0] ?? null

/** Somebody with what the form shows of them. */
export function formRecord(person: PersonDetails): ListedRow {
  return {
    ...person,
    email: person.email ?? '',
    payrollNumber: person.payrollNumber ?? '',
    access: '',
    roleKeys: keys(person.roleList.filter(({ isByHand }) => isByHand).map(({ id }) => id)),
    areaKey: key(person.areaID),
    managerKey: key(person.managerID),
    contractKey: key(person.contractTypeID),
    agencyKey: key(person.agencyID),
    startDay: person.startDate ?? '',
    hoursText: person.weeklyHours === null ? '' : String(person.weeklyHours),
    skillKeys: keys(person.skills.map(({ id }) => id)),
    languageText: person.languages.join(', '),
    limitKeys: keys(person.limitedToAreas),
  }
}

/** What the form says of somebody. */
export function personIn(values: Readonly<Record<string, unknown>>): PersonValues {
  const hours = textOf(values.hoursText).replace(',', '.')
  return {
    userName: textOf(values.userName),
    displayName: textOf(values.displayName),
    legalName: textOf(values.legalName),
    knownAs: textOf(values.knownAs),
    email: textOf(values.email) || null,
    mobile: textOf(values.mobile),
    userType: textOf(values.userType) as UserType,
    roleIDs: idsIn(values.roleKeys),
    areaID: idIn(values.areaKey),
    managerID: idIn(values.managerKey),
    agencyID: idIn(values.agencyKey),
    contractTypeID: idIn(values.contractKey),
    weeklyHours: hours === '' ? null : Number(hours),
    skillIDs: idsIn(values.skillKeys),
    languages: textOf(values.languageText)
      .split(',')
      .map((language) => language.trim())
      .filter((language) => language !== ''),
    workLocation: (textOf(values.workLocation) || 'OFFICE') as PersonValues['workLocation'],
    coreHours: textOf(values.coreHours),
    availability: textOf(values.availability),
    isOptedOut48: values.isOptedOut48 === true,
    limitedToAreas: idsIn(values.limitKeys),
    payrollNumber: textOf(values.payrollNumber) || null,
    startDate: textOf(values.startDay) || null,
  }
}

import type { PlannedPerson } from '#shared/contract/planned-users.ts'
import type { TeamPerson } from '#shared/contract/team-users.ts'
import { numberText } from '#shared/domain/locale.ts'
import { STATUS_WORDS, WORK_LOCATION_WORDS } from '#shared/domain/person.ts'
import { USER_TYPES } from '#shared/domain/user-types.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { PRESENCE_WORDS } from '#shared/records/supervisor/team-person.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { dayWords, Facts, momentWords } from '../people/index.ts'
import styles from './TeamUsers.module.css'
import { TEXT } from './text.ts'

const PICTURE_PX = 44
const { facts } = TEXT
// What a part of the core answered has the core alone, until it is read again.
type Figure = number | null | undefined
const hours = (value: Figure) => (value === null || value === undefined ? null : TEXT.hours(value))
const figure = (value: Figure) => (value === null || value === undefined ? null : numberText(value))

type Shared = Pick<
  TeamPerson,
  | (
      | 'id'
      | 'displayName'
      | 'userType'
      | 'areaName'
      | 'status'
      | 'isLocked'
      | 'userName'
      | 'email'
      | 'managerName'
    )
  | ('agencyName' | 'contractTypeName' | 'roles' | 'skills' | 'lastSignInAt' | 'startDate' | 'leaveDate')
>

function Who({ person }: { readonly person: Shared }) {
  const type = USER_TYPES[person.userType as keyof typeof USER_TYPES] ?? person.userType
  return (
    <header className={styles.who}>
      <PersonAvatar userID={person.id} name={person.displayName} size={PICTURE_PX} />
      <div>
        <strong>{person.displayName}</strong>
        <span>{[type, person.areaName].filter(Boolean).join(' · ')}</span>
        <span>{person.isLocked ? TEXT.locked : STATUS_WORDS[person.status]}</span>
      </div>
    </header>
  )
}

const core = (person: Shared) =>
  [
    [facts.userName, person.userName],
    [facts.email, person.email],
    [facts.area, person.areaName],
    [facts.manager, person.managerName],
    [facts.agency, person.agencyName],
    [facts.contractType, person.contractTypeName],
    [facts.roles, person.roles],
    [facts.skills, person.skills.map(({ name }) => name).join(', ')],
    [facts.startDate, dayWords(person.startDate)],
    [facts.leaveDate, dayWords(person.leaveDate)],
    [facts.lastSignIn, momentWords(person.lastSignInAt)],
  ] as const

/** Who somebody of the supervisor's scope is, and how they do. */
export function TeamAbout({ record }: { readonly record: ListedRow }) {
  const person = record as unknown as TeamPerson
  return (
    <section className={styles.part}>
      <Who person={person} />
      <Facts of={[[facts.presence, person.presence && PRESENCE_WORDS[person.presence]], ...core(person)]} />
      <h3>{TEXT.figures}</h3>
      <Facts
        of={[
          [facts.planned, hours(person.plannedHours)],
          [facts.worked, hours(person.workedHours)],
          [
            facts.adherence,
            figure(person.adherence) === null ? TEXT.none : TEXT.percent(person.adherence ?? 0),
          ],
          [facts.index, figure(person.index) ?? TEXT.none],
          [facts.qcScore, figure(person.qcScore)],
          [facts.reviewsDue, figure(person.reviewsDue)],
          [facts.actions, figure(person.coachingActions)],
        ]}
      />
    </section>
  )
}

/** Who somebody is whom the planner plans, and when they can work. */
export function PlannedAbout({ record }: { readonly record: ListedRow }) {
  const person = record as unknown as PlannedPerson
  return (
    <section className={styles.part}>
      <Who person={person} />
      <Facts
        of={[
          ...core(person),
          [facts.workLocation, WORK_LOCATION_WORDS[person.workLocation]],
          [facts.contracted, hours(person.contractedHours)],
          [facts.pattern, person.pattern],
          [facts.coreHours, person.coreHours],
          [facts.availability, person.availability],
          [facts.planned, hours(person.plannedHours)],
          [facts.plannedNext, hours(person.plannedNextWeek)],
          [facts.mean, hours(person.meanHours)],
          [facts.optedOut, person.isOptedOut48 ? TEXT.yes : TEXT.no],
          [facts.eligible, person.projects],
          [facts.holiday, hours(person.holidayFree)],
        ]}
      />
    </section>
  )
}

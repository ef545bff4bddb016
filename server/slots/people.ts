import type { Eligibility, EligiblePerson, Unmet } from '#shared/domain/booking-windows.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { countedReviews } from '../qc/standing.ts'

/** Somebody who may take hours that are offered, if they meet its conditions. */
export interface Offeree extends EligiblePerson {
  readonly userID: number
  readonly name: string
}

/** The London day of a moment, YYYY-MM-DD. */
export const dayOf = (at: number): string => londonField(at).slice(0, 10)

export const conditionsIn = (text: string): Eligibility => JSON.parse(text) as Eligibility

/** Everybody who works here and has a calendar to take hours in, or only this person; by name. */
export async function offerees(db: Database, only?: number): Promise<Offeree[]> {
  const people = await db
    .selectFrom('users as u')
    .where('u.status', '=', 'ACTIVE')
    .where('u.id', '>', 0)
    .where('u.id', 'in', (own) =>
      own
        .selectFrom('userPermissions')
        .where('permission', '=', PERMISSIONS.ITRACKER_CAN_SEE_MY_SCHEDULE)
        .select('userID'),
    )
    .$if(only !== undefined, (query) => query.where('u.id', '=', only ?? 0))
    .orderBy('u.displayName')
    .orderBy('u.id')
    .select(['u.id as userID', 'u.displayName as name', 'u.areaID', 'u.contractTypeID', 'u.startDate'])
    .execute()
  const skills = await db
    .selectFrom('personSkills')
    .$if(only !== undefined, (query) => query.where('userID', '=', only ?? 0))
    .select(['userID', 'skillID', 'expires'])
    .execute()
  const of = Map.groupBy(skills, ({ userID }) => userID)
  const scores = await meanScores(db, only)
  return people.map((person) => ({
    ...person,
    skills: of.get(person.userID) ?? [],
    qcScore: scores.get(person.userID) ?? null,
  }))
}

/** The mean score of people's counted reviews. */
async function meanScores(db: Database, only?: number): Promise<ReadonlyMap<number, number>> {
  const rows = await countedReviews(db)
    .$if(only !== undefined, (query) => query.where('r.userID', '=', only ?? 0))
    .where('r.score', 'is not', null)
    .groupBy('r.userID')
    .select((eb) => ['r.userID', eb.fn.avg<number>('r.score').as('score')])
    .execute()
  return new Map(rows.map(({ userID, score }) => [userID ?? 0, Number(score)]))
}

/** Names of what offers ask for, by id. */
export interface Names {
  readonly areas: ReadonlyMap<number, string>
  readonly contractTypes: ReadonlyMap<number, string>
  readonly skills: ReadonlyMap<number, string>
}

export async function namesOf(db: Database): Promise<Names> {
  const named = async (table: 'areas' | 'contractTypes' | 'skills') =>
    new Map((await db.selectFrom(table).select(['id', 'name']).execute()).map(({ id, name }) => [id, name]))
  return {
    areas: await named('areas'),
    contractTypes: await named('contractTypes'),
    skills: await named('skills'),
  }
}

const listed = (ids: readonly number[], names: ReadonlyMap<number, string>, by = ', '): string =>
  ids
    .flatMap((id) => names.get(id) ?? [])
    .toSorted((a, b) => a.localeCompare(b, 'en'))
    .join(by)

/** What an offer asks for, as lists have it; empty where anybody will do. */
export const conditionNames = (offer: Eligibility, names: Names) => ({
  areas: listed(offer.areaIDs, names.areas),
  contractTypes: listed(offer.contractTypeIDs, names.contractTypes),
  skills: listed(offer.skillIDs, names.skills),
})

/** A condition that isn't met, in the words of a refusal. */
export function conditionText(unmet: Unmet, offer: Eligibility, names: Names): string {
  switch (unmet.kind) {
    case 'AREA':
      return `area ${listed(offer.areaIDs, names.areas, ' or ')}`
    case 'CONTRACT':
      return `contract type ${listed(offer.contractTypeIDs, names.contractTypes, ' or ')}`
    case 'SKILL':
      return `skill ${names.skills.get(unmet.skillID) ?? ''}`
    case 'QC':
      return `a quality score of ${offer.minimumQcScore ?? 0} or more`
    case 'WEEKS':
      return offer.minimumWeeks === 1 ? '1 week here' : `${offer.minimumWeeks ?? 0} weeks here`
  }
}

import { Buffer } from 'node:buffer'
import { SURVEY_KINDS, type SurveySettings, surveyToolSettings } from '#shared/contract/adaptors.ts'
import { ServiceError } from '../adaptors/outside-services.ts'
import { allocationsIn, holds } from '../allocation/schedule.ts'
import type { Database } from '../db/database.ts'

/** So many people's plans are sent at once. */
const PEOPLE_MAX = 200
/** Allocations further ahead than that aren't made. */
const AHEAD_MS = 366 * 24 * 3_600_000

/**
 * Lets survey tools that take allocations have these people's: in the transaction that publishes them, so that none is
 * forgotten. @returns whether a tool is to have them
 */
export async function queuePlans(trx: Database, userIDs: readonly number[], at: number): Promise<boolean> {
  if (userIDs.length === 0) return false
  const rows = await trx
    .selectFrom('adaptors')
    .where('kind', 'in', SURVEY_KINDS)
    .where('isEnabled', '=', 1)
    .select(['id', 'settings'])
    .execute()
  const tools = rows.filter(({ settings }) => surveyToolSettings.parse(JSON.parse(settings)).takesAllocations)
  for (const { id: adaptorID } of tools)
    await trx
      .insertInto('surveyPlans')
      .values(userIDs.map((userID) => ({ adaptorID, userID, at })))
      .onConflict((conflict) => conflict.columns(['adaptorID', 'userID']).doUpdateSet({ at }))
      .execute()
  return tools.length > 0
}

export const waitingPlans = (db: Database, adaptorID: number) =>
  db
    .selectFrom('surveyPlans as w')
    .innerJoin('users as u', 'u.id', 'w.userID')
    .where('w.adaptorID', '=', adaptorID)
    .orderBy('w.userID')
    .select(['w.userID', 'w.at', 'u.userName'])
    .execute()

interface Access {
  readonly settings: Pick<SurveySettings, 'address' | 'account'>
  readonly password: string
}

/**
 * Sends what waits, of each person all that is published from now on: what the tool had of them from then on is no more,
 * so that the same sent twice changes nothing. What was published meanwhile goes with the next run.
 * @returns of how many people @throws ServiceError, DeliveryError; what was sent until then is done
 */
export async function sendPlans(
  db: Database,
  { adaptorID, now }: { readonly adaptorID: number; readonly now: number },
  { settings: { address, account }, password }: Access,
  fetchOf: typeof fetch,
): Promise<number> {
  const waiting = await waitingPlans(db, adaptorID)
  for (let first = 0; first < waiting.length; first += PEOPLE_MAX) {
    const part = waiting.slice(first, first + PEOPLE_MAX)
    const ids = part.map(({ userID }) => userID)
    const answer = await fetchOf(`${address.replace(/\/$/, '')}/allocations`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${account}:${password}`).toString('base64')}`,
      },
      body: JSON.stringify({ from: new Date(now).toISOString(), people: await plansOf(db, part, now) }),
    })
    if (answer.status === 401 || answer.status === 403)
      throw new ServiceError(`Answered ${answer.status}: the account or its password is not right.`)
    if (!answer.ok) throw new ServiceError(`Answered ${answer.status} to allocations.`)
    await db
      .deleteFrom('surveyPlans')
      .where('adaptorID', '=', adaptorID)
      .where('userID', 'in', ids)
      .where((eb) =>
        eb.or(part.map(({ userID, at }) => eb.and([eb('userID', '=', userID), eb('at', '=', at)]))),
      )
      .execute()
  }
  return waiting.length
}

/** People's published allocations that aren't over, as the tool reads them. */
async function plansOf(
  db: Database,
  people: readonly { readonly userID: number; readonly userName: string }[],
  now: number,
) {
  const ids = people.map(({ userID }) => userID)
  const blocks = (await allocationsIn(db, { from: now, to: now + AHEAD_MS }, ids)).filter(holds)
  const projects = await db.selectFrom('projects').select(['id', 'code']).execute()
  const codes = new Map(projects.map(({ id, code }) => [id, code]))
  const iso = (at: number) => new Date(at).toISOString()
  return people.map(({ userID, userName }) => ({
    interviewer: userName,
    allocations: blocks
      .filter((one) => one.userID === userID)
      .map(({ projectID, start, end }) => ({
        ...{ project: codes.get(projectID) ?? '', start: iso(Math.max(start, now)), end: iso(end) },
      })),
  }))
}

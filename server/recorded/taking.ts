import type { MachineKind } from '#shared/domain/recorded-readings.ts'
import type { Database } from '../db/database.ts'
import { mayKeep } from './policy.ts'

/** What clients report of a machine, by the name under which they do. */
const REPORTED: Readonly<Record<string, MachineKind>> = {
  ACTIVE_APP: 'ACTIVE_APP',
  IDLE: 'IDLE',
  BACK: 'IDLE',
  LOCATION_KNOWN: 'LOCATION',
  LOCATION_UNKNOWN: 'LOCATION',
  VPN_CONNECTED: 'VPN',
  VPN_DISCONNECTED: 'VPN',
}

/** How a reading of a VPN that is connected begins. */
export const VPN_IS_ON = 'Connected'

/** Words of those that say nothing more by themselves. */
const WORDS: Readonly<Record<string, string>> = {
  IDLE: 'Away',
  BACK: 'Back',
  LOCATION_KNOWN: 'Known',
  LOCATION_UNKNOWN: 'Not known',
  VPN_CONNECTED: VPN_IS_ON,
  VPN_DISCONNECTED: 'Not connected',
}
const VALUE_MAX = 200

/** Which reading a client's report is; null for all others, which aren't of the machine. */
export const readingOf = (actionName: string): MachineKind | null =>
  Object.hasOwn(REPORTED, actionName) ? (REPORTED[actionName] ?? null) : null

const wordsOf = (actionName: string, description: string): string =>
  [WORDS[actionName], description.trim()].filter(Boolean).join(', ').slice(0, VALUE_MAX)

interface Reading {
  readonly userID: number
  readonly kind: MachineKind
  readonly value: string
}

/** Keeps a reading where one may be kept now. @returns whether it was */
export async function keepReading(db: Database, reading: Reading, now: number): Promise<boolean> {
  if (!(await mayKeep(db, reading.userID, reading.kind, now))) return false
  await db
    .insertInto('recordedReadings')
    .values({ ...reading, at: now })
    .execute()
  return true
}

/** Keeps what a client reports of its machine. @returns whether it was kept */
export const keepReport = (
  db: Database,
  { userID, actionName, description }: { userID: number; actionName: string; description: string },
  kind: MachineKind,
  now: number,
): Promise<boolean> => keepReading(db, { userID, kind, value: wordsOf(actionName, description) }, now)

/** Keeps how good somebody's wifi is, where that is otherwise than it was. @returns whether it was kept */
export async function keepWifi(db: Database, userID: number, value: string, now: number): Promise<boolean> {
  const last = await db
    .selectFrom('recordedReadings')
    .where('userID', '=', userID)
    .where('kind', '=', 'WIFI')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .select('value')
    .executeTakeFirst()
  return last?.value === value ? false : keepReading(db, { userID, kind: 'WIFI', value }, now)
}

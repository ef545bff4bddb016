import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { londonField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import { licenceExpiry } from '../session/licence.ts'
import { clearFlag, type FlagKey, raiseFlag } from './system-flags.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long before its end a licence or a contract is spoken of (spec 5 §4.4; for licences it is ours). */
const ENDS_SOON_DAYS = 30
/** As many failures in a row as of a background service. */
const FAILURES_TOLD = 3
/** Servers of one installation differ a little. */
const CLOCK_SLACK_MS = 60_000
/** Bits of a file's mode that let others than its owner at it. */
const OTHERS = 0o077
const PRIVATE_FILES = ['secrets.json', 'data.db'] as const

const dayOf = (at: number) => londonField(at).slice(0, 10)

/** Raises the flag where there is something to say, else clears it. */
async function settle(db: Database, key: FlagKey, at: number, words: string | null): Promise<void> {
  await (words === null ? clearFlag(db, key, at) : raiseFlag(db, key, at, words))
}

async function licenceWords(db: Database, at: number): Promise<string | null> {
  const ends = Date.parse(await licenceExpiry(db, at))
  if (ends > at + ENDS_SOON_DAYS * DAY_MS) return null
  return ends > at ? `The licence ends on ${dayOf(ends)}.` : `The licence ended on ${dayOf(ends)}.`
}

async function contractWords(db: Database, at: number): Promise<string | null> {
  const agencies = await db
    .selectFrom('agencies')
    .where('status', '<>', 'ENDED')
    .where('contractTo', '<=', dayOf(at + ENDS_SOON_DAYS * DAY_MS))
    .orderBy('contractTo')
    .orderBy('name')
    .select(['name', 'contractTo'])
    .execute()
  if (agencies.length === 0) return null
  const named = agencies.map(({ name, contractTo }) => `${name} on ${contractTo}`).join(', ')
  return `${agencies.length === 1 ? 'A contract ends' : 'Contracts end'}: ${named}.`
}

/** Which connections fail again and again, in words; null where none does. */
export async function adaptorWords(db: Database): Promise<string | null> {
  const adaptors = await db
    .selectFrom('adaptors')
    .where('isEnabled', '=', 1)
    .where('failuresInRow', '>=', FAILURES_TOLD)
    .orderBy('name')
    .select('name')
    .execute()
  if (adaptors.length === 0) return null
  const fails = adaptors.length === 1 ? 'A connection fails' : 'Connections fail'
  return `${fails} again and again: ${adaptors.map(({ name }) => name).join(', ')}.`
}

/** What was written later than now was written by a clock that said otherwise. */
async function clockWords(db: Database, at: number): Promise<string | null> {
  const { last } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.max<number | null>('at').as('last'))
    .executeTakeFirstOrThrow()
  if (last === null || Number(last) <= at + CLOCK_SLACK_MS) return null
  const said = (moment: number) => londonField(moment).replace('T', ' ')
  return `The clock says ${said(at)}, and something was written at ${said(Number(last))} before.`
}

/** Licence, contracts, connections and clock (spec 5 §5.12). `at` in milliseconds since 1970. */
export async function checkCompany(db: Database, at: number): Promise<void> {
  await settle(db, 'LICENCE_ENDS', at, await licenceWords(db, at))
  await settle(db, 'CONTRACT_ENDS', at, await contractWords(db, at))
  await settle(db, 'ADAPTOR_FAILING', at, await adaptorWords(db))
  await settle(db, 'CLOCK_OFF', at, await clockWords(db, at))
}

/** Whether others can read what is secret (spec 5 §6.10). Windows says that by other means. */
export async function checkFiles(db: Database, at: number, dataFolder: string): Promise<void> {
  if (process.platform === 'win32') return
  const readable: string[] = []
  for (const name of PRIVATE_FILES) {
    const found = await stat(join(dataFolder, name)).catch(() => null)
    if (found && (found.mode & OTHERS) !== 0) readable.push(name)
  }
  const words = readable.length === 0 ? null : `Others can read ${readable.join(' and ')}.`
  await settle(db, 'SECRETS_READABLE', at, words)
}

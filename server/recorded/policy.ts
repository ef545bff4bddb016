import {
  LOOSER_AFTER_MS,
  MACHINE_KINDS,
  type MachineKind,
  type PolicyChange,
  policyInForce,
  type ReadingPolicy,
} from '#shared/domain/recorded-readings.ts'
import { openSession } from '../activity/sessions.ts'
import type { Database } from '../db/database.ts'
import { standingHolds } from '../retention/holds.ts'
import { ageSome, RETENTION_PARTS } from '../retention/rules.ts'
import { readSetting, storedValue, usualValue } from '../settings/settings.ts'

/** The setting by which machines are read. */
export const POLICY_KEY = 'recordedReadings.kinds'
const DAY_MS = 86_400_000

interface KeptPolicy {
  readonly saved: ReadingPolicy
  /** Of the last seven days, in their order. */
  readonly changes: readonly PolicyChange[]
  readonly inForce: ReadingPolicy
}

/** A policy as it stands in the history of settings. */
export const policyIn = (text: string | null): ReadingPolicy =>
  storedValue(POLICY_KEY, text) ?? usualValue(POLICY_KEY)

/** What is read of machines now, and what was saved (spec 4 §5.4): what is looser waits for 7 days. */
export async function policyNow(db: Database, now: number): Promise<KeptPolicy> {
  const saved: ReadingPolicy = await readSetting(db, 'recordedReadings.kinds')
  const rows = await db
    .selectFrom('settingHistory')
    .where('key', '=', POLICY_KEY)
    .where('changedAt', '>', now - LOOSER_AFTER_MS)
    .orderBy('changedAt')
    .orderBy('id')
    .select(['before', 'after', 'changedAt as at'])
    .execute()
  const changes = rows.map(({ before, after, at }) => ({
    ...{ at, before: policyIn(before), after: policyIn(after) },
  }))
  return { saved, changes, inForce: policyInForce(changes, saved, now) }
}

/**
 * Whether a reading of somebody's machine may be kept now (spec 4 §4.2.1): on their shift only, the program in front only
 * while it is followed, and nothing that this installation doesn't take.
 */
export async function mayKeep(
  db: Database,
  userID: number,
  kind: MachineKind,
  now: number,
): Promise<boolean> {
  const open = await openSession(db, userID)
  if (!open || open.activity === 'INACTIVE') return false
  if (kind === 'ACTIVE_APP' && open.isWatched !== 1) return false
  return isTaken(db, kind, now)
}

/** Whether this installation takes a kind now. */
export const isTaken = async (db: Database, kind: MachineKind, now: number): Promise<boolean> =>
  (await policyNow(db, now)).inForce[kind].isOn

/** Where readings of a kind are, which go by the policy's own days. */
const TABLES: Readonly<Record<MachineKind, readonly string[]>> = {
  IDLE: ['idleReadings', 'recordedReadings'],
  ACTIVE_APP: ['recordedReadings'],
  DEVICE_GRADE: ['speedTestRuns'],
  WIFI: ['recordedReadings'],
  VPN: ['recordedReadings'],
  LOCATION: ['recordedReadings'],
}
const BATCH = 200

/** Deletes what the policy keeps no longer, but for those whom a legal hold keeps. @returns how many rows */
export async function dropAged(
  db: Database,
  now: number,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { inForce } = await policyNow(db, now)
  let gone = 0
  for (const kind of MACHINE_KINDS) {
    const before = now - inForce[kind].keepDays * DAY_MS
    for (const part of RETENTION_PARTS['retention.recordedReadings']) {
      if (!TABLES[kind].includes(part.table)) continue
      const own = part.table === 'recordedReadings' ? { ...part, only: { kind: [kind] } } : part
      for (;;) {
        if (isStopped()) return gone
        const holds = await standingHolds(db)
        const ageing = { before, end: 'DELETE' as const, holds }
        const some = await ageSome(db, own, ageing, { most: BATCH, removeFile: async () => {} })
        if (some === 0) break
        gone += some
      }
    }
  }
  return gone
}

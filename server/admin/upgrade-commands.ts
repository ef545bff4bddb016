import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { ourBuild } from '../backup/our-build.ts'
import { writtenSince } from '../backup/restore.ts'
import { lastBefore, upgradeData } from '../backup/upgrade.ts'
import { databaseFileOf, takeDataFolder } from '../db/data-folder.ts'
import { AdminFault } from './admin-fault.ts'
import type { AdminOptions } from './admin-options.ts'
import { inWords, putBack } from './backup-commands.ts'
import { byAccount, noteInAudit } from './in-database.ts'
import type { AdminSurroundings, Outcome } from './run-admin.ts'

const backupsOf = ({ data, backupFolder }: AdminOptions) => resolve(backupFolder ?? join(data, 'backups'))

/** Upgrades the data without starting a server (spec 5 §6.7). @throws UpgradeFailedError, NewerDataError */
export async function migrateData(options: AdminOptions, around: AdminSurroundings): Promise<Outcome> {
  const { data } = options
  const folder = takeDataFolder(data)
  try {
    const [now, build] = [around.clock(), ourBuild()]
    const backup = await upgradeData(resolve(data), { now, build, backups: backupsOf(options) })
    if (backup === null) return { sentence: `The data is of ${build} already.`, facts: { build, backup } }
    noteInAudit(databaseFileOf(data), byAccount(around), now, { action: 'DATA_MIGRATED', label: build })
    return {
      sentence: `The data is of ${build} now. What it was before is in ${backup}.`,
      facts: { build, backup },
    }
  } finally {
    folder.release()
  }
}

/** Whether a person at the terminal wants it; whoever passes input on has decided. */
async function isWanted({ input, err }: AdminSurroundings): Promise<boolean> {
  if (!input.isTTY) return true
  err('Go back? Type yes: ')
  const reader = createInterface({ input })
  try {
    return (await reader.question('')).trim() === 'yes'
  } finally {
    reader.close()
  }
}

/**
 * Puts the backup of before the last upgrade back, and first says how many records were written since (spec 5 §6.7).
 * Those stay in the folder that is moved aside.
 */
export async function rollBack(options: AdminOptions, around: AdminSurroundings): Promise<Outcome> {
  const { data } = options
  const backups = backupsOf(options)
  const backup = await lastBefore(backups)
  if (backup === null) throw new AdminFault(`There is no backup of before an upgrade in ${backups}.`)
  // Nobody writes while it is counted, nor afterwards.
  takeDataFolder(data, { isRestoring: true }).release()
  const since = await writtenSince(backup, data)
  const lost = Object.values(since).reduce((sum, count) => sum + count, 0)
  const written = `${inWords(lost, 'record was', 'records were')} written since ${backup} was made.`
  if (!options.json) around.err(`${written}\n`)
  if (!(await isWanted(around))) throw new AdminFault('Nothing was changed.')
  const { sentence, facts } = await putBack({ data, operand: backup, isReplacing: true }, around)
  return { sentence, facts: { backup, writtenSince: lost, ...facts } }
}

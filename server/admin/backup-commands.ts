import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '../backup/backup-file.ts'
import { ourBuild } from '../backup/our-build.ts'
import { restoreBackup, verifyBackup } from '../backup/restore.ts'
import { backupName } from '../backup/schedule.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { databaseFileOf, foldersOf } from '../db/data-folder.ts'
import { AdminFault } from './admin-fault.ts'
import type { AdminOptions } from './admin-options.ts'
import { byAccount, noteInAudit } from './in-database.ts'
import type { AdminSurroundings, Outcome } from './run-admin.ts'

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

export const inWords = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, count) => total + count, 0)

const contentOf = ({ takenAt, counts, parts }: Manifest) =>
  `of ${takenAt}, ${inWords(sum(counts), 'record', 'records')}, ${inWords(parts.filter(({ name }) => name.startsWith('files/')).length, 'file', 'files')}`

/** The file that has to be there. @throws AdminFault */
function given(file: string | null): string {
  if (file === null || !statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new AdminFault(`There is no file ${file}.`)
  return file
}

export async function writeBackupTo(
  { data, operand }: AdminOptions,
  around: AdminSurroundings,
): Promise<Outcome> {
  const now = around.clock()
  const to = operand ?? ''
  const file = isFolder(to) ? join(to, backupName(now)) : to
  if (statSync(file, { throwIfNoEntry: false }))
    throw new AdminFault(`${file} is there already: a backup never overwrites one.`)
  const manifest = await takeBackup(foldersOf(data), file, { now, build: ourBuild() })
  const { counts } = manifest
  return { sentence: `${file} is a backup ${contentOf(manifest)}.`, facts: { file, counts } }
}

export async function checkBackup({ operand }: AdminOptions): Promise<Outcome> {
  const file = given(operand)
  const manifest = await verifyBackup(file, ourBuild())
  const { counts, takenAt, build } = manifest
  return {
    sentence: `${file} is whole: a backup ${contentOf(manifest)}.`,
    facts: { file, takenAt, build, counts },
  }
}

export async function putBack(
  { data, operand, isReplacing }: Pick<AdminOptions, 'data' | 'operand' | 'isReplacing'>,
  around: AdminSurroundings,
): Promise<Outcome> {
  const file = given(operand)
  const { manifest, before, missing } = await restoreBackup(file, data, {
    isReplacing,
    now: around.clock(),
    build: ourBuild(),
  })
  noteInAudit(databaseFileOf(data), byAccount(around), around.clock(), {
    action: 'BACKUP_RESTORED',
    label: manifest.takenAt,
  })
  const lacking = Object.entries(missing).map(([table, count]) => `  ${table}: ${count}`)
  const lines = [
    `The backup ${contentOf(manifest)} is in ${data}. Everybody signs in again.`,
    ...(before === null ? [] : [`What was there before is in ${before}.`]),
    ...(before === null
      ? []
      : lacking.length === 0
        ? ['Nothing of it is missing in the backup.']
        : ['Records that were there and are not in the backup:', ...lacking]),
  ]
  return { sentence: lines.join('\n'), facts: { takenAt: manifest.takenAt, before, missing } }
}

import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manifest } from '../backup/backup-file.ts'
import { ourBuild } from '../backup/our-build.ts'
import { replaceData, restoreBackup, verifyBackup } from '../backup/restore.ts'
import { type FromLog, unpackLog } from '../backup/restore-log.ts'
import { backupName } from '../backup/schedule.ts'
import { backupKey } from '../backup/sealed-backup.ts'
import { openSecrets, PASSPHRASE_MIN, sealSecrets } from '../backup/sealed-secrets.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { databaseFileOf, foldersOf } from '../db/data-folder.ts'
import { openForLooking } from '../db/database.ts'
import { keysFault, secretsFileOf } from '../secrets/keyring.ts'
import { secretsSource } from '../secrets/secrets-source.ts'
import { AdminFault } from './admin-fault.ts'
import { type AdminOptions, AdminUsageError } from './admin-options.ts'
import { byAccount, noteInAudit } from './in-database.ts'
import { readSecret } from './read-secret.ts'
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

/** @throws AdminFault for one that is too short */
async function readPassphrase({ input, err }: AdminSurroundings): Promise<string> {
  const passphrase = await readSecret(input, err, 'Passphrase of the keys')
  if (passphrase.length < PASSPHRASE_MIN)
    throw new AdminFault(`A passphrase has at least ${PASSPHRASE_MIN} characters.`)
  return passphrase
}

/** The installation's keys, sealed for a backup. @throws SecretsError, AdminFault */
async function sealedKeys(data: string, around: AdminSurroundings): Promise<string> {
  const text = secretsSource(secretsFileOf(databaseFileOf(data)), process.env).read()
  if (text === null) throw new AdminFault('There are no keys yet.')
  return sealSecrets(text, await readPassphrase(around))
}

export async function writeBackupTo(
  { data, operand, withSecrets }: AdminOptions,
  around: AdminSurroundings,
): Promise<Outcome> {
  const now = around.clock()
  const to = operand ?? ''
  const file = isFolder(to) ? join(to, backupName(now)) : to
  if (statSync(file, { throwIfNoEntry: false }))
    throw new AdminFault(`${file} is there already: a backup never overwrites one.`)
  const secrets = withSecrets ? await sealedKeys(data, around) : null
  const key = backupKey(process.env)
  const manifest = await takeBackup(foldersOf(data), file, { now, build: ourBuild(), secrets, key })
  const { counts } = manifest
  const isSealed = key !== null
  return {
    sentence: `${file} is a${isSealed ? ' sealed' : ''} backup ${contentOf(manifest)}.`,
    facts: { file, counts, isSealed },
  }
}

const isoOf = (at: number) => new Date(at).toISOString()

/** What of a log that was shipped all the time couldn't be had, in words. */
const wanting = ({ cutAt, lostFiles }: FromLog): string[] => [
  ...(cutAt === null ? [] : [`This backup is damaged: ${cutAt}. What was written after that is not in it.`]),
  ...lostFiles.map((name) => `This backup is damaged: ${name}. That file is not in it.`),
]

/** @param folder what was shipped all the time, unpacked into a temporary folder */
async function checkLog(from: string, around: AdminSurroundings): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldwork-verify-'))
  try {
    const found = await unpackLog(from, folder, around.clock(), ourBuild())
    const faults = wanting(found)
    const asOf = isoOf(found.asOf)
    return {
      sentence: [`${from} can be restored as of ${asOf}.`, ...faults].join('\n'),
      facts: { from, asOf, faults },
      isFaulty: faults.length > 0,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @throws AdminUsageError for a time that is none */
function readUntil(text: string | null, now: number): number {
  if (text === null) return now
  const until = Date.parse(text)
  if (Number.isNaN(until)) throw new AdminUsageError(`--to ${text} is no time, such as 2026-11-25T14:30:00Z`)
  return until
}

async function putLogBack(options: PutBack, around: AdminSurroundings): Promise<Outcome> {
  const { data, operand, until: asked } = options
  const now = around.clock()
  const until = readUntil(asked ?? null, now)
  const { content, before, missing } = await replaceData(data, { ...options, now }, (folder) =>
    unpackLog(operand ?? '', folder, until, ourBuild()),
  )
  const asOf = isoOf(content.asOf)
  noteInAudit(databaseFileOf(data), byAccount(around), now, { action: 'BACKUP_RESTORED', label: asOf })
  const faults = wanting(content)
  const keys = await keysOf(data)
  const about = [`The data as of ${asOf} is in ${data}. Everybody signs in again.`, ...faults]
  return {
    sentence: restoredInWords(about, { before, missing, keys }),
    facts: { asOf, before, missing, faults, keys },
  }
}

type PutBack = Pick<AdminOptions, 'data' | 'operand' | 'isReplacing'> & {
  readonly until?: string | null
  readonly withSecrets?: boolean
}

export async function checkBackup({ operand }: AdminOptions, around: AdminSurroundings): Promise<Outcome> {
  if (operand !== null && isFolder(operand)) return checkLog(operand, around)
  const file = given(operand)
  const manifest = await verifyBackup(file, ourBuild())
  const { counts, takenAt, build } = manifest
  return {
    sentence: `${file} is whole: a backup ${contentOf(manifest)}.`,
    facts: { file, takenAt, build, counts },
  }
}

export async function putBack(options: PutBack, around: AdminSurroundings): Promise<Outcome> {
  const { data, operand, isReplacing, withSecrets = false } = options
  if (operand !== null && isFolder(operand)) return putLogBack(options, around)
  const file = given(operand)
  const { manifest, before, missing } = await restoreBackup(file, data, {
    isReplacing,
    now: around.clock(),
    build: ourBuild(),
    openSecrets: withSecrets ? async (sealed) => openSecrets(sealed, await readPassphrase(around)) : null,
  })
  noteInAudit(databaseFileOf(data), byAccount(around), around.clock(), {
    action: 'BACKUP_RESTORED',
    label: manifest.takenAt,
  })
  const about = `The backup ${contentOf(manifest)} is in ${data}. Everybody signs in again.`
  const keys = await keysOf(data)
  return {
    sentence: restoredInWords([about], { before, missing, keys }),
    facts: { takenAt: manifest.takenAt, before, missing, keys },
  }
}

/** Why nothing sealed in data that were just put back can be opened, as a sentence; null where it can. */
async function keysOf(data: string): Promise<string | null> {
  const db = openForLooking(databaseFileOf(data))
  try {
    return await keysFault(db)
  } finally {
    await db.destroy()
  }
}

interface AfterRestore {
  readonly before: string | null
  readonly missing: Readonly<Record<string, number>>
  readonly keys: string | null
}

function restoredInWords(about: readonly string[], { before, missing, keys }: AfterRestore): string {
  const lacking = Object.entries(missing).map(([table, count]) => `  ${table}: ${count}`)
  const lines = [
    ...about,
    ...(before === null ? [] : [`What was there before is in ${before}.`]),
    ...(before === null
      ? []
      : lacking.length === 0
        ? ['Nothing of it is missing in the backup.']
        : ['Records that were there and are not in the backup:', ...lacking]),
    ...(keys === null ? [] : [keys]),
  ]
  return lines.join('\n')
}

import { existsSync, readFileSync } from 'node:fs'
import { setupSentence } from '#shared/domain/setup.ts'
import { Adaptors } from '../adaptors/adaptors.ts'
import { hashPassword, type PasswordCost } from '../auth/passwords.ts'
import { Sealer } from '../auth/sealer.ts'
import { DamagedBackupError } from '../backup/backup-file.ts'
import { RestoreRefused } from '../backup/restore.ts'
import { BackupKeyError } from '../backup/sealed-backup.ts'
import { WrongPassphraseError } from '../backup/sealed-secrets.ts'
import { NewerDataError, UpgradeFailedError } from '../backup/upgrade.ts'
import type { Clock } from '../clock.ts'
import { databaseFileOf, FolderInUseError, RestoreUnderWayError, takeDataFolder } from '../db/data-folder.ts'
import { type Database, UnusableDatabaseError } from '../db/database.ts'
import { UnusablePostgresError } from '../db/dialect/postgres/open-postgres.ts'
import { writeSetting } from '../db/settings.ts'
import { UnusableFilesError } from '../files/file-store.ts'
import { askedLevel, LEVEL_SETTING, logLevelOf } from '../http/log-level.ts'
import { LOG_LEVELS } from '../http/logging.ts'
import { readRequest } from '../http/validation.ts'
import { keptLicence, takeLicence } from '../licence/licence.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { rotateSecrets } from '../secrets/rotate.ts'
import { SecretsError } from '../secrets/secrets-source.ts'
import { licenceExpiry } from '../session/licence.ts'
import { makeCompany } from '../setup/finish.ts'
import { issueSetupCode, setupAddressOf } from '../setup/installation.ts'
import { resetPassword, resetTwoFactor, unlock } from './access-commands.ts'
import { AdminFault, HeldFault } from './admin-fault.ts'
import {
  ADMIN_USAGE,
  type AdminCommand,
  type AdminOptions,
  AdminUsageError,
  readAdminOptions,
} from './admin-options.ts'
import { checkBackup, putBack, writeBackupTo } from './backup-commands.ts'
import { checkAll } from './check.ts'
import { checkAuditOf } from './check-audit.ts'
import { createAdmin } from './create-admin.ts'
import { byAccount, inDatabase } from './in-database.ts'
import { importPeople, listPeople } from './people-commands.ts'
import { erasePersonalData, exportPerson } from './privacy-commands.ts'
import { readSecret, type SecretInput } from './read-secret.ts'
import { setupFile } from './setup-file.ts'
import { migrateData, rollBack } from './upgrade-commands.ts'

/** How a command ended (spec 5 §2.3). */
export const ADMIN_STATUS = { done: 0, refused: 1, usage: 2, held: 3, faults: 4 } as const

/** What the tool has of its surroundings. */
export interface AdminSurroundings {
  readonly input: SecretInput
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** The operating-system account that runs it. */
  readonly account: string
  readonly clock: Clock
  /** Says where the data are, where the command line doesn't, and has the keys of a store of files. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly passwordCost?: PasswordCost
  /** By which licence files are checked, as PEM. */
  readonly licenceKey?: string | null
  /** Bytes free and in all on the disk of a folder; the system's own by default. */
  readonly diskOf?: (folder: string) => Promise<{ readonly free: number; readonly size: number }>
}

/** What a command says: to a person, and as the fields of a JSON object. */
export interface Outcome {
  readonly sentence: string
  /** Whether it found something that is wrong. */
  readonly isFaulty?: boolean
  readonly facts: Readonly<Record<string, unknown>>
}

const isExplained = (error: unknown): error is Error =>
  error instanceof Refusal ||
  error instanceof AdminFault ||
  error instanceof AdminUsageError ||
  error instanceof FolderInUseError ||
  error instanceof SecretsError ||
  error instanceof WrongPassphraseError ||
  error instanceof DamagedBackupError ||
  error instanceof BackupKeyError ||
  error instanceof RestoreRefused ||
  error instanceof RestoreUnderWayError ||
  error instanceof NewerDataError ||
  error instanceof UpgradeFailedError ||
  error instanceof UnusableDatabaseError ||
  error instanceof UnusablePostgresError ||
  error instanceof UnusableFilesError

function statusOf(error: unknown): number {
  if (error instanceof AdminUsageError) return ADMIN_STATUS.usage
  const isHeld = error instanceof FolderInUseError || error instanceof HeldFault
  return isHeld ? ADMIN_STATUS.held : ADMIN_STATUS.refused
}

/** Runs one command line. @returns the exit status (spec 5 §2.3) */
export async function runAdmin(args: readonly string[], around: AdminSurroundings): Promise<number> {
  const isJson = args.includes('--json')
  if (args.length === 0 || args.includes('--help')) {
    around.out(`${ADMIN_USAGE}\n`)
    return args.length === 0 ? ADMIN_STATUS.usage : ADMIN_STATUS.done
  }
  try {
    const options = readAdminOptions(args, around.environment)
    const { sentence, facts, isFaulty } = await run(options, around)
    around.out(isJson ? `${JSON.stringify({ done: true, ...facts })}\n` : `${sentence}\n`)
    return isFaulty ? ADMIN_STATUS.faults : ADMIN_STATUS.done
  } catch (error) {
    const words = isExplained(error) ? error.message : String(error instanceof Error ? error.stack : error)
    if (isJson) around.out(`${JSON.stringify({ done: false, error: words })}\n`)
    else around.err(`${words}\n${error instanceof AdminUsageError ? `${ADMIN_USAGE}\n` : ''}`)
    return statusOf(error)
  }
}

const BY_ITSELF = 'by its own means: pg_dump, or continuous archiving.'
/** What concerns the file in a data folder, and why it isn't for PostgreSQL. */
const FILE_ONLY: Partial<Record<AdminCommand, string>> = {
  backup: `This backs up the file in a data folder. PostgreSQL is backed up ${BY_ITSELF}`,
  restore: `This restores the file in a data folder. PostgreSQL is restored ${BY_ITSELF}`,
  rollback: `This puts the file in a data folder back. PostgreSQL goes back to before an upgrade ${BY_ITSELF}`,
}

/** PostgreSQL is brought up to date when it is opened, by one of those who do. */
const migrated = async (): Promise<Outcome> => ({
  sentence: 'The database is of this build.',
  facts: { migrated: true },
})

/** A server has in memory what these commands change. @throws HeldFault while one runs on the database */
async function requireNoServer(db: Database, at: number): Promise<void> {
  const running = await db
    .selectFrom('servers')
    .where('leaseUntil', '>', at)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (running)
    throw new HeldFault(
      'A server runs on this database, or did until a moment ago. Stop all of them, and try again in a minute.',
    )
}

async function run(options: AdminOptions, around: AdminSurroundings): Promise<Outcome> {
  if (options.command === 'setup') return setUp(options, around)
  const { database } = options
  const where = { file: databaseFileOf(options.data), database }
  const words = database === null ? undefined : FILE_ONLY[options.command]
  if (words !== undefined) throw new AdminFault(words)
  if (options.command === 'verify-backup') return checkBackup(options, around)
  if (options.command === 'restore') return putBack(options, around)
  if (database === null && !existsSync(where.file))
    throw new AdminFault(`There is no installation in ${options.data}.`)
  if (options.command === 'migrate')
    return database === null ? migrateData(options, around) : inDatabase(where, migrated)
  if (options.command === 'rollback') return rollBack(options, around)
  if (options.command === 'rotate-secrets') return rotate(options, around)
  if (options.command === 'verify-audit') return checkAuditOf(options.data, options.operand, database)
  if (options.command === 'check') return checkAll(options, around)
  if (options.command === 'backup') return writeBackupTo(options, around)
  return inDatabase(where, (db) => {
    if (options.command === 'setup-code') return newCode(db, around)
    if (options.command === 'reset-password') return resetPassword(db, options.operand ?? '', around)
    if (options.command === 'reset-two-factor') return resetTwoFactor(db, options.operand ?? '', around)
    if (options.command === 'unlock') return unlock(db, options.operand ?? '', around)
    if (options.command === 'list-people') return listPeople(db)
    if (options.command === 'import-people') return importPeople(db, options, around)
    if (options.command === 'export-person') return exportPerson(db, options, around)
    if (options.command === 'erase-person') return erasePersonalData(db, options, around)
    if (options.command === 'licence') return takeLicenceFile(db, options.operand ?? '', around)
    return options.command === 'log-level' ? askLogLevel(db, options, around) : giveAdmin(db, options, around)
  })
}

/** @throws AdminFault where there is no file, Refusal where the licence isn't good */
async function takeLicenceFile(db: Database, file: string, around: AdminSurroundings): Promise<Outcome> {
  if (!existsSync(file)) throw new AdminFault(`There is no file ${file}.`)
  const text = readFileSync(file, 'utf8')
  const publicKey = around.licenceKey ?? null
  if (publicKey === null)
    throw new AdminFault('FIELDWORK_LICENCE_KEY is missing, by which licences are checked.')
  const at = around.clock()
  await db.transaction().execute((trx) => takeLicence(trx, text, { publicKey, at, ...byAccount(around) }))
  const licence = await keptLicence(db)
  const expiryDate = await licenceExpiry(db, at)
  return {
    sentence: `The licence of ${licence?.holder ?? ''} holds until ${expiryDate.slice(0, 10)}.`,
    facts: { holder: licence?.holder ?? '', seats: licence?.seats ?? null, expiryDate },
  }
}

/** The file with what set-up asks for. @throws AdminFault, Refusal */
function readEntries(file: string) {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new AdminFault(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  try {
    return readRequest(setupFile, JSON.parse(text))
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new AdminFault(`${file} is no JSON.`)
  }
}

/** The page's Finish without the page. The folder is its alone, so that no server has read what it changes. */
async function setUp({ data, file, database }: AdminOptions, around: AdminSurroundings): Promise<Outcome> {
  const entries = readEntries(file ?? '')
  const folder = takeDataFolder(data)
  try {
    return await inDatabase({ file: folder.databaseFile, database }, async (db) => {
      if (database !== null) await requireNoServer(db, around.clock())
      const password = await readSecret(around.input, around.err)
      const { clock, passwordCost } = around
      const sealer = await Sealer.open(db)
      const adaptors = new Adaptors({ db, clock, sealer })
      const hash = (text: string) => hashPassword(text, passwordCost)
      const services = { db, clock, hashPassword: hash, adaptors, sealer }
      const admin = { ...entries.admin, password }
      const { userName } = await makeCompany(
        services,
        { ...entries, admin },
        { code: null, ...byAccount(around) },
      )
      return { sentence: `The installation is set up. Sign in as ${userName}.`, facts: { userName } }
    })
  } finally {
    folder.release()
  }
}

async function newCode(db: Database, around: AdminSurroundings): Promise<Outcome> {
  const at = around.clock()
  const { actor, reason } = byAccount(around)
  const code = await db.transaction().execute(async (trx) => {
    const made = await issueSetupCode(trx, at, null)
    if (made === null) throw new Refusal(409, 'setup.done')
    const entry = { action: 'SETUP_CODE_MADE', page: '', recordType: 'installation', recordID: 1, label: '' }
    await audit(trx, actor, at, { ...entry, reason })
    return made
  })
  const address = (await setupAddressOf(db)) ?? 'http://localhost'
  return { sentence: setupSentence(address, code), facts: { address: `${address}/setup`, code } }
}

/** The running server takes it over within seconds. */
async function askLogLevel(
  db: Database,
  { operand }: AdminOptions,
  around: AdminSurroundings,
): Promise<Outcome> {
  const level = logLevelOf(operand)
  if (level === null) throw new AdminUsageError(`${operand} is none of ${LOG_LEVELS.join(', ')}`)
  const { actor, reason } = byAccount(around)
  await db.transaction().execute(async (trx) => {
    await writeSetting(trx, LEVEL_SETTING, askedLevel(level, around.clock()))
    const entry = {
      action: 'LOG_LEVEL_CHANGED',
      page: '',
      recordType: 'installation',
      recordID: 1,
      label: level,
    }
    await audit(trx, actor, around.clock(), { ...entry, reason })
  })
  return { sentence: `The server logs at the level ${level} until it starts again.`, facts: { level } }
}

/** New keys; everybody signs in again. The folder is its alone: a server has the old keys in memory. */
async function rotate({ data, database }: AdminOptions, around: AdminSurroundings): Promise<Outcome> {
  const folder = takeDataFolder(data)
  try {
    return await inDatabase({ file: folder.databaseFile, database }, async (db) => {
      if (database !== null) await requireNoServer(db, around.clock())
      const sealed = await rotateSecrets(db)
      const { actor, reason } = byAccount(around)
      const entry = {
        action: 'SECRETS_ROTATED',
        page: '',
        recordType: 'installation',
        recordID: 1,
        label: '',
      }
      await audit(db, actor, around.clock(), { ...entry, reason })
      return {
        sentence: `New keys are in use, and ${sealed} ${sealed === 1 ? 'value was' : 'values were'} sealed anew. Everybody signs in again.`,
        facts: { sealed },
      }
    })
  } finally {
    folder.release()
  }
}

async function giveAdmin(db: Database, options: AdminOptions, around: AdminSurroundings): Promise<Outcome> {
  const { name, email, operand } = options
  const services = {
    db,
    clock: around.clock,
    ...byAccount(around),
    hashPassword: (text: string) => hashPassword(text, around.passwordCost),
    readPassword: () => readSecret(around.input, around.err),
  }
  const made = await createAdmin(services, { userName: operand ?? '', name, email })
  const sentence = made.isNew
    ? `${made.userName} was added and is an administrator.`
    : `${made.userName} is an administrator and can sign in.`
  return { sentence, facts: made }
}

import { parseArgs } from 'node:util'
import { placeOf } from '../db/dialect/postgres/open-postgres.ts'
import { requirePlace } from '../files/open-store.ts'

export const ADMIN_USAGE = `usage: fieldwork-admin --data DIR [--database postgres://…] [--json] COMMAND

  setup --file FILE        set the installation up; the first person's password comes from standard input
  setup-code               make a new set-up code
  create-admin USERNAME    give somebody the role Administrator, or add them
      --name NAME --email ADDRESS    of somebody who is added; their password comes from standard input
  reset-password USERNAME  set a temporary password, which is told once; their sessions end
  reset-two-factor USERNAME    forget their authenticator app and recovery codes
  export-person USERNAME   write everything about somebody to an archive
      --file FILE          where; data-about-USERNAME.zip in this folder otherwise
  erase-person USERNAME    ask for the erasure of a leaver's data, which somebody who may erase has to approve
      --with-texts         their messages lose their texts, too
  unlock USERNAME          forget their failed sign-ins, and lift a lock
  list-people              everybody who works here or did
  import-people FILE       add and change people from a CSV file or an Excel workbook
      --dry-run            say what each row comes to, and change nothing
      --mode add|update|both
      --partial            import the good rows, where others fail
  backup TO                write a backup of the data, also of a running server, to a file or into a folder
      --with-secrets       with the keys, sealed by a passphrase that is asked for; restore opens them likewise
  verify-backup FILE       restore it into a temporary folder and compare everything
  restore FROM             put a backup in the data's place, or what was shipped to a folder; everybody signs in again
      --to TIME            of a folder: nothing that was written later
      --replace            where there is an installation: move it aside first
  check                    look for damage, open files, unreadable secrets, little space; exit status 4 where there is any
  migrate                  bring older data up to this build, with a backup first
  rollback                 put the backup of before the last upgrade in the data's place
      --backup-dir DIR     where the server's backups are, where they aren't in the data folder
  rotate-secrets           new keys: everything sealed is sealed anew, and everybody signs in again
  licence FILE             take a signed licence over, also where the one of before has ended
  log-level LEVEL          how much the running server logs, until it starts again
  verify-audit [FILE]      check the audit log's chain: of the data, or of an export or a copy of the database`

/** A command line that can't be followed; the message says why. */
export class AdminUsageError extends Error {}

/** What follows a command, as the usage names it; with [ ] where it may be missing. */
const COMMANDS = {
  setup: null,
  'setup-code': null,
  'create-admin': 'USERNAME',
  'reset-password': 'USERNAME',
  'reset-two-factor': 'USERNAME',
  unlock: 'USERNAME',
  'list-people': null,
  'import-people': 'FILE',
  'export-person': 'USERNAME',
  'erase-person': 'USERNAME',
  'verify-audit': '[FILE]',
  'log-level': 'LEVEL',
  licence: 'FILE',
  migrate: null,
  rollback: null,
  check: null,
  'rotate-secrets': null,
  backup: 'TO',
  'verify-backup': 'FILE',
  restore: 'FROM',
} as const
export type AdminCommand = keyof typeof COMMANDS

export interface AdminOptions {
  readonly data: string
  /** The address of a PostgreSQL that keeps everything; null for SQLite in the data folder. */
  readonly database: string | null
  /** Where files are beside PostgreSQL; null for the data folder. */
  readonly files: string | null
  readonly json: boolean
  readonly command: AdminCommand
  /** What follows the command. */
  readonly operand: string | null
  readonly file: string | null
  readonly name: string | null
  readonly email: string | null
  readonly isReplacing: boolean
  /** A backup holds the keys, too, sealed by a passphrase that is asked for. */
  readonly withSecrets: boolean
  /** An erasure takes the texts of messages, too. */
  readonly withTexts: boolean
  /** Of an import. */
  readonly mode: string | null
  readonly isPartial: boolean
  readonly isDryRun: boolean
  /** Nothing later is restored of what was shipped all the time. */
  readonly until: string | null
  /** Where the server's backups are, where it isn't the data folder's own. */
  readonly backupFolder: string | null
}

/** Whoever lists the machine's processes sees their arguments. */
const SECRET = /^--?(?:password|passphrase|secret|token|key|code)\b/i

/** @throws AdminUsageError where one is, without repeating it */
function requireNoSecret(args: readonly string[]): void {
  const secret = args.find((arg) => SECRET.test(arg))
  if (secret === undefined) return
  const name = secret.replace(/=.*/s, '')
  throw new AdminUsageError(
    `${name}: a secret is not taken as an argument. It is asked for, or read from standard input.`,
  )
}

function parse(args: readonly string[]) {
  requireNoSecret(args)
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        database: { type: 'string' },
        files: { type: 'string' },
        json: { type: 'boolean', default: false },
        file: { type: 'string' },
        name: { type: 'string' },
        email: { type: 'string' },
        'backup-dir': { type: 'string' },
        'with-secrets': { type: 'boolean', default: false },
        'with-texts': { type: 'boolean', default: false },
        to: { type: 'string' },
        replace: { type: 'boolean', default: false },
        mode: { type: 'string' },
        partial: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new AdminUsageError(error instanceof Error ? error.message : String(error))
  }
}

/** As the server takes it, also from the environment. @throws AdminUsageError */
function readPlace(text: string | undefined, read: (text: string) => string): string | null {
  if (text === undefined || text === '') return null
  try {
    read(text)
    return text
  } catch (error) {
    throw new AdminUsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Reads the command line, and from the environment where the data are. @throws AdminUsageError */
export function readAdminOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): AdminOptions {
  const { values, positionals } = parse(args)
  const [named, operand = null, ...rest] = positionals
  const command = (Object.keys(COMMANDS) as AdminCommand[]).find((one) => one === named)
  if (!values.data) throw new AdminUsageError('--data DIR is missing')
  if (!command)
    throw new AdminUsageError(named === undefined ? 'A command is missing' : `There is no command ${named}`)
  const wanted = COMMANDS[command]
  if (rest.length > 0 || (wanted === null && operand !== null))
    throw new AdminUsageError(
      'There is something more than the command needs. A secret is read from standard input.',
    )
  if (wanted !== null && !wanted.startsWith('[') && operand === null)
    throw new AdminUsageError(`${wanted} is missing`)
  if (command === 'setup' && values.file === undefined) throw new AdminUsageError('--file FILE is missing')
  return {
    data: values.data,
    database: readPlace(values.database ?? environment.FIELDWORK_DATABASE, placeOf),
    files: readPlace(values.files ?? environment.FIELDWORK_FILES, requirePlace),
    json: values.json,
    command,
    operand,
    file: values.file ?? null,
    name: values.name ?? null,
    email: values.email ?? null,
    isReplacing: values.replace,
    withSecrets: values['with-secrets'],
    withTexts: values['with-texts'],
    mode: values.mode ?? null,
    isPartial: values.partial,
    isDryRun: values['dry-run'],
    until: values.to ?? null,
    backupFolder: values['backup-dir'] ?? null,
  }
}

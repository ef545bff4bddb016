import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { ImportOptions } from '#shared/contract/people-import.ts'
import { IMPORT_MODES, type ImportMode } from '#shared/domain/people-import.ts'
import { Sessions } from '../auth/sessions.ts'
import { SignIns } from '../auth/sign-ins.ts'
import type { Database } from '../db/database.ts'
import { PeopleImports } from '../people/import/people-imports.ts'
import { readTable } from '../people/import/read-table.ts'
import { AdminFault } from './admin-fault.ts'
import { type AdminOptions, AdminUsageError } from './admin-options.ts'
import { byAccount, postFrom } from './in-database.ts'
import type { AdminSurroundings, Outcome } from './run-admin.ts'

/** Everybody who works here or did (spec 5 §2.3). */
export async function listPeople(db: Database): Promise<Outcome> {
  const people = await db
    .selectFrom('users')
    .leftJoin('areas', 'areas.id', 'users.areaID')
    .where('users.id', '>', 0)
    .orderBy('users.userName')
    .select(['userName', 'displayName', 'email', 'userType', 'areas.name as area', 'status'])
    .execute()
  const lines = people.map(({ userName, displayName, email, userType, area, status }) =>
    [userName, displayName, email ?? '', userType, area ?? '', status].join('\t'),
  )
  return { sentence: lines.join('\n'), facts: { people } }
}

function modeOf(text: string | null): ImportMode {
  const mode = text === null ? 'BOTH' : text.toUpperCase()
  const known = (Object.keys(IMPORT_MODES) as ImportMode[]).find((one) => one === mode)
  if (!known)
    throw new AdminUsageError(`--mode is one of ${Object.keys(IMPORT_MODES).join(', ').toLowerCase()}`)
  return known
}

function contentOf(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new AdminFault(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/**
 * Imports people from a file by the page's own rules (spec 5 §3.3); its columns are matched by their headings. Nobody
 * is invited: their first way in is given on the page. @throws Refusal, AdminFault, AdminUsageError
 */
export async function importPeople(
  db: Database,
  { operand, mode, isPartial, isDryRun }: AdminOptions,
  around: AdminSurroundings,
): Promise<Outcome> {
  const file = operand ?? ''
  const wanted = modeOf(mode)
  const table = readTable(contentOf(file))
  const { clock } = around
  const background = { run: () => {} }
  const outbox = await postFrom(db, around)
  const sessions = new Sessions(db, clock)
  const signIns = new SignIns(db, clock)
  const imports = new PeopleImports({ db, clock, outbox, sessions, signIns, background, windows: null })
  const { actor, reason } = byAccount(around)
  const by = { actor, permissions: null, origin: '', reason }
  const { info, columns } = await imports.keep(basename(file), table, by)
  const options: ImportOptions = {
    ...{ columns, mode: wanted, key: 'userName', createMissing: false, isPartial, access: 'NONE' },
  }
  const planned = await imports.dryRun(info.id, options, by)
  const faults = planned.filter(({ problems }) => problems.length > 0)
  for (const { number, outcome, problems } of faults)
    for (const { column, value, message } of problems)
      around.err(`Row ${number}, ${outcome}${column === '' ? '' : `, ${column} ‘${value}’`}: ${message}\n`)
  const { outcomes } = await imports.info(info.id)
  const rows = planned.map(({ number, outcome, problems }) => ({ number, outcome, problems }))
  if (isDryRun) {
    const said = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`)
    return { sentence: `Nothing was changed. ${said.join(', ')}.`, facts: { outcomes, rows } }
  }
  await imports.claim(info.id, by)
  await imports.run(info.id, by)
  const { added, updated, failed, state, message } = await imports.info(info.id)
  if (state !== 'DONE') throw new AdminFault(message)
  return {
    sentence: `${counted(added, 'person was', 'people were')} added, ${counted(updated, 'was', 'were')} changed; ${counted(failed + outcomes.ERROR, 'row', 'rows')} failed.`,
    facts: { added, updated, failed: failed + outcomes.ERROR, rows },
  }
}

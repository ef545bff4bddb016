import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { CredentialField } from '#shared/domain/credential-import.ts'
import { searchable } from '#shared/domain/locale.ts'
import { isOneLine } from '#shared/domain/one-line.ts'
import { CLEAR, type ImportKey, type ImportMode, type ImportOutcome } from '#shared/domain/people-import.ts'
import {
  CREDENTIAL_ADDRESS_MAX,
  CREDENTIAL_NAME_MAX,
  CREDENTIAL_PASSWORD_MAX,
  CREDENTIAL_TOOLS,
  type CredentialTool,
  VPN_ENTRIES_MAX,
} from '#shared/domain/tool-credentials.ts'
import type { Sealer } from '../auth/sealer.ts'
import type { Database } from '../db/database.ts'
import type { Table } from '../people/import/read-table.ts'
import { type Viewer, within } from '../people/scope.ts'
import { Refusal } from '../refusal.ts'
import { credentialFault, wordsOf } from './credential-rules.ts'
import { type ToolDetails, unsealFor } from './tool-credentials.ts'

/** What a row writes; `version` is the one of the entry that it changes, null for a new one. */
export interface CredentialWrite {
  readonly userID: number
  readonly tool: CredentialTool
  readonly place: number
  readonly version: number | null
  readonly details: ToolDetails
  readonly isAutoConnect: boolean
  readonly forceReload: boolean
  readonly expires: string | null
}

export interface PlannedCredential {
  readonly number: number
  outcome: ImportOutcome
  readonly name: string
  readonly tool: string
  readonly problems: { column: string; value: string; message: string }[]
  write: CredentialWrite | null
}

export interface CredentialImportOptions {
  readonly columns: readonly (CredentialField | null)[]
  readonly mode: ImportMode
  readonly key: ImportKey
}

interface Person {
  readonly id: number
  readonly userName: string
  readonly payrollNumber: string | null
  readonly email: string | null
  readonly displayName: string
  readonly status: string
}

interface Known {
  readonly place: number
  readonly version: number
  readonly details: ToolDetails
  readonly isAutoConnect: boolean
  readonly forceReload: boolean
  readonly expires: string | null
}

const AT_ONCE = 500
const MAX: Partial<Record<CredentialField, number>> = {
  ...{
    toolUserName: CREDENTIAL_NAME_MAX,
    password: CREDENTIAL_PASSWORD_MAX,
    address: CREDENTIAL_ADDRESS_MAX,
  },
}

/** The day of a cell, YYYY-MM-DD, also from day/month/year; null where it is none. */
function dayIn(text: string): string | null {
  const british = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text)
  const day = british ? `${british[3]}-${british[2]?.padStart(2, '0')}-${british[1]?.padStart(2, '0')}` : text
  return z.iso.date().safeParse(day).success ? day : null
}

function toolIn(text: string): CredentialTool | null {
  const meant = searchable(text)
  const tools = Object.keys(CREDENTIAL_TOOLS) as CredentialTool[]
  return (
    tools.find((tool) => searchable(tool) === meant || searchable(CREDENTIAL_TOOLS[tool]) === meant) ?? null
  )
}

async function knownEntries(db: Database, sealer: Sealer, userIDs: readonly number[]) {
  const known = new Map<string, Known[]>()
  for (let at = 0; at < userIDs.length; at += AT_ONCE) {
    const rows = await db
      .selectFrom('toolCredentials')
      .where('userID', 'in', userIDs.slice(at, at + AT_ONCE))
      .orderBy('place')
      .selectAll()
      .execute()
    for (const { userID, tool, place, version, sealed, isAutoConnect, forceReload, expires } of rows) {
      const key = `${userID} ${tool}`
      const one: Known = {
        ...{ place, version, expires, isAutoConnect: isAutoConnect === 1, forceReload: forceReload === 1 },
        details: unsealFor(sealer, { kind: 'PERSON', id: userID }, tool, place, sealed),
      }
      known.set(key, [...(known.get(key) ?? []), one])
    }
  }
  return known
}

/**
 * What each row of a file would come to, by the rules and in the words of the form (spec 5 §5.5, §3.3). A password
 * that a row has always counts as another: a dry run can't be asked which one is kept.
 */
export async function planCredentials(
  db: Database,
  sealer: Sealer,
  viewer: Viewer,
  { headings, rows }: Table,
  { columns, mode, key }: CredentialImportOptions,
): Promise<PlannedCredential[]> {
  if (!columns.includes(key)) throw new Refusal(400, 'import.keyColumn')
  const cellOf = (cells: readonly string[], field: CredentialField) =>
    (cells[columns.indexOf(field)] ?? '').trim()
  const people: Person[] = await db
    .selectFrom('users as u')
    .where('u.id', '>', 0)
    .where((eb) => within(viewer, 'ALL')(eb as never))
    .select(['u.id', 'u.userName', 'u.payrollNumber', 'u.email', 'u.displayName', 'u.status'])
    .execute()
  // Of an address the one who works here counts: leavers keep theirs.
  const byKey = new Map<string, Person>()
  for (const person of people) {
    const text = person[key]
    if (text === null) continue
    const meant = searchable(text)
    if (!byKey.has(meant) || person.status !== 'LEAVER') byKey.set(meant, person)
  }
  const named = rows.map((cells) => byKey.get(searchable(cellOf(cells, key))))
  const known = await knownEntries(db, sealer, [...new Set(named.flatMap((one) => (one ? [one.id] : [])))])
  /** Rows by the entry that they are about. */
  const about = new Map<string, PlannedCredential[]>()
  /** VPN entries that rows above add, by person. */
  const more = new Map<number, number>()

  const planned = rows.map((cells, at): PlannedCredential => {
    const person = named[at]
    const toolText = cellOf(cells, 'tool')
    const tool = toolIn(toolText)
    const row: PlannedCredential = {
      ...{ number: at + 2, outcome: 'ERROR', problems: [], write: null },
      name: person?.displayName ?? cellOf(cells, key),
      tool: tool ? wordsOf(tool) : toolText,
    }
    const fault = (field: CredentialField | null, refusal: Refusal) =>
      row.problems.push({
        column: field === null ? '' : (headings[columns.indexOf(field)] ?? ''),
        value: field === null || field === 'password' ? '' : cellOf(cells, field),
        message: refusal.message,
      })
    if (cellOf(cells, key) === '') fault(key, new Refusal(400, 'import.noKey'))
    else if (!person)
      fault(key, new Refusal(400, 'import.unknown', { label: 'person', name: cellOf(cells, key) }))
    else if (person.status === 'LEAVER') fault(key, new Refusal(400, 'import.left'))
    if (!tool) fault('tool', new Refusal(400, 'import.unknown', { label: 'tool', name: toolText }))
    if (!person || !tool || row.problems.length > 0) return row

    const own = known.get(`${person.id} ${tool}`) ?? []
    const toolUserName = cellOf(cells, 'toolUserName')
    // Of several VPN entries the row's user name says which; of one it is that one where no name is given.
    const before =
      tool === 'VPN'
        ? (own.find(({ details }) => details.userName === toolUserName) ??
          (own.length === 1 && toolUserName === '' ? own[0] : undefined))
        : own[0]
    const entry = `${person.id} ${tool}${tool === 'VPN' ? ` ${before?.details.userName ?? toolUserName}` : ''}`
    about.set(entry, [...(about.get(entry) ?? []), row])

    const next = {
      ...(before?.details ?? { userName: '', password: '', url: '' }),
      isAutoConnect: before?.isAutoConnect ?? false,
      forceReload: before?.forceReload ?? false,
      expires: before?.expires ?? null,
    }
    for (const [place, field] of columns.entries()) {
      const raw = cells[place] ?? ''
      // A password's blanks are its own.
      const text = field === 'password' ? raw : raw.trim()
      if (field === null || text.trim() === '') continue
      const isClear = text.trim() === CLEAR
      const max = MAX[field]
      if (max !== undefined && text.length > max) {
        fault(field, new Refusal(400, 'import.tooLong', { max }))
        continue
      }
      if (max !== undefined && !isOneLine(text)) {
        fault(field, new Refusal(400, 'credential.oneLine'))
        continue
      }
      if (field === 'toolUserName') next.userName = isClear ? '' : text
      if (field === 'password') next.password = isClear ? '' : text
      if (field === 'address') next.url = isClear ? '' : text
      if (field === 'expires') {
        const day = isClear ? null : dayIn(text)
        if (day === null && !isClear) fault(field, new Refusal(400, 'person.day'))
        else next.expires = day
      }
      if (field === 'isAutoConnect' || field === 'forceReload') {
        const answer = isClear
          ? false
          : { yes: true, no: false, true: true, false: false }[text.toLowerCase()]
        if (answer === undefined) fault(field, new Refusal(400, 'import.yesNo'))
        else next[field] = answer
      }
    }
    if (next.userName === '') fault('toolUserName', new Refusal(400, 'credential.noUserName'))
    const isTyped = cellOf(cells, 'password') !== ''
    if (before && !isTyped && before.details.password !== '' && before.details.url !== next.url)
      fault('password', new Refusal(400, 'credential.passwordAgain'))
    const details = { userName: next.userName, password: next.password, url: next.url }
    const wrong = credentialFault(tool, details)
    if (wrong) fault(wrong.code === 'credential.noAddress' ? 'address' : 'password', wrong)
    if (row.problems.length > 0) return row

    if (before && mode === 'ADD') {
      fault(null, new Refusal(400, 'credential.there', { name: person.displayName, tool: wordsOf(tool) }))
      row.outcome = 'WARNING'
      return row
    }
    if (!before && mode === 'UPDATE') {
      fault(null, new Refusal(400, 'credential.notThere', { name: person.displayName, tool: wordsOf(tool) }))
      row.outcome = 'WARNING'
      return row
    }
    const flags = {
      isAutoConnect: tool === 'VPN' && next.isAutoConnect,
      forceReload: tool === 'SURVEY_TOOL' && next.forceReload,
      expires: next.expires,
    }
    const isSame =
      before !== undefined &&
      !isTyped &&
      JSON.stringify([before.details, before.isAutoConnect, before.forceReload, before.expires]) ===
        JSON.stringify([details, flags.isAutoConnect, flags.forceReload, flags.expires])
    if (isSame) {
      row.outcome = 'SAME'
      return row
    }
    let place = before?.place ?? 0
    if (!before && tool === 'VPN') {
      const added = more.get(person.id) ?? 0
      if (own.length + added >= VPN_ENTRIES_MAX) {
        fault('tool', new Refusal(400, 'credential.enough', { max: VPN_ENTRIES_MAX }))
        return row
      }
      more.set(person.id, added + 1)
      place = Math.max(-1, ...own.map((one) => one.place)) + 1 + added
    }
    row.outcome = before ? 'UPDATE' : 'ADD'
    row.write = { userID: person.id, tool, place, version: before?.version ?? null, details, ...flags }
    return row
  })
  for (const same of about.values()) {
    if (same.length < 2) continue
    for (const row of same) {
      const column = headings[columns.indexOf(key)] ?? ''
      row.problems.push({ column, value: '', message: new Refusal(400, 'import.twice').message })
      row.outcome = 'ERROR'
      row.write = null
    }
  }
  return planned
}

/** Names what rows come to: another plan has another one. It has nothing of passwords. */
export function planDigest(planned: readonly PlannedCredential[]): string {
  const parts = planned.map(({ number, outcome, write }) => [
    ...[number, outcome, write?.userID, write?.tool, write?.place, write?.version],
  ])
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

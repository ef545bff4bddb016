import type { Readable } from 'node:stream'
import { LOCALE } from '#shared/domain/locale.ts'
import { londonField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import { anyRows } from '../retention/rules.ts'
import { EXPORT_SECTIONS, type ExportSection, personalTables } from './personal-tables.ts'
import type { ZipEntry } from './zip.ts'

type Value = string | number | null
type Record_ = Readonly<Record<string, Value>>

/** One kind of record in an export. */
export interface ExportPart {
  readonly table: string
  readonly section: ExportSection
  readonly what: string
  readonly records: readonly Record_[]
}

export interface PersonData {
  readonly parts: readonly ExportPart[]
  readonly files: readonly ZipEntry[]
}

/** Columns that name a person: others appear by their display name only. */
const PEOPLE =
  /^(?:userID|personID|ownerID|hostID|managerID|callerID|senderID|assignedTo|lockedBy|decidedBy|createdBy|changedBy|givenBy|startedBy|endedBy|raisedBy|resolvedBy|updatedBy|actionedBy|approvedBy|requestedBy|byID|addedBy|pairedBy|broadcastUserID|lockedBy|revokedBy|actorID)$/
const MOMENT_FROM = 100_000_000_000
/** What of an audit entry about them is theirs; its changes may name others. */
const MESSAGES_MAX = 200_000

const isMoment = (column: string, value: unknown): value is number =>
  typeof value === 'number' &&
  value > MOMENT_FROM &&
  /(?:At|Time|^at|Until|^start|^end|since|^since)$/.test(column)

function safeName(name: string): string {
  return (
    name
      .replace(/[^\p{L}\p{N}._ -]+/gu, '_')
      .replace(/^\.+/, '_')
      .slice(-100) || 'file'
  )
}

/** Everything that is kept about a person (spec 5 §6.9), without secrets and without others but by name. */
export async function personData(
  db: Database,
  personID: number,
  read: (storedAs: string) => Readable,
): Promise<PersonData> {
  const people = await db.selectFrom('users').select(['id', 'displayName']).execute()
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]))
  const files: ZipEntry[] = []
  const parts: ExportPart[] = []

  const recordOf = (table: string, row: Record<string, unknown>, person: string, hide: readonly string[]) => {
    const record: Record<string, Value> = {}
    for (const [column, value] of Object.entries(row)) {
      if (hide.includes(column) || (column === person && table !== 'users')) continue
      if (value instanceof Uint8Array) {
        const name = `files/${table}/${files.length + 1} ${safeName(String(row.fileName ?? row.name ?? column))}`
        files.push({ name, content: value })
        record[column] = name
      } else if (PEOPLE.test(column) && typeof value === 'number') record[column] = names.get(value) ?? ''
      else if (isMoment(column, value)) record[column] = londonField(value).replace('T', ' ')
      else if (value === null || typeof value === 'string' || typeof value === 'number')
        record[column] = value
    }
    return record
  }

  for (const [table, { person, section, hide = [], what }] of personalTables()) {
    if (section === null || table === 'messages') continue
    const rows = await anyRows(db).selectFrom(table).selectAll().where(person, '=', personID).execute()
    parts.push({ table, section, what, records: rows.map((row) => recordOf(table, row, person, hide)) })
  }
  parts.push(...(await messageParts(db, personID, names, files, read)))
  const order = Object.keys(EXPORT_SECTIONS)
  return {
    parts: parts.sort((one, other) => order.indexOf(one.section) - order.indexOf(other.section)),
    files,
  }
}

/** Their messages, and those that mention them, with the files of their own. */
async function messageParts(
  db: Database,
  personID: number,
  names: ReadonlyMap<number, string>,
  files: ZipEntry[],
  read: (storedAs: string) => Readable,
): Promise<ExportPart[]> {
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('threads as t', 't.id', 'm.threadID')
    .leftJoin('attachments as a', 'a.messageID', 'm.id')
    .where((eb) =>
      eb.or([
        eb('m.userID', '=', personID),
        eb('m.id', 'in', eb.selectFrom('mentions').where('userID', '=', personID).select('messageID')),
      ]),
    )
    .where('m.deletedAt', 'is', null)
    .orderBy('m.id')
    .limit(MESSAGES_MAX)
    .select(['m.id', 'm.userID', 'm.text', 'm.entryTime', 'm.editTime', 't.displayLabel', 't.type'])
    .select(['a.fileName', 'a.storedAs', 'a.content'])
    .execute()
  const recordOf = (row: (typeof rows)[number]) => ({
    by: names.get(row.userID) ?? '',
    at: londonField(row.entryTime).replace('T', ' '),
    edited: row.editTime === null ? null : londonField(row.editTime).replace('T', ' '),
    conversation: row.displayLabel,
    text: row.text,
    file: fileOf(row),
  })
  const fileOf = ({ userID, fileName, storedAs, content }: (typeof rows)[number]): string | null => {
    if (fileName === null) return null
    if (userID !== personID || (storedAs === null && content === null)) return fileName
    const name = `files/messages/${files.length + 1} ${safeName(fileName)}`
    const stored = storedAs ?? ''
    files.push({ name, content: content ?? { storedAs: stored, read: () => read(stored) } })
    return name
  }
  const part = (table: string, what: string, records: readonly Record_[]): ExportPart => ({
    ...{ table, what, records },
    section: 'MESSAGES',
  })
  return [
    part('messages', 'Messages', rows.filter(({ userID }) => userID === personID).map(recordOf)),
    part(
      'mentions',
      'Messages that mention them',
      rows.filter(({ userID }) => userID !== personID).map(recordOf),
    ),
  ]
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const heading = (column: string) =>
  column.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/^./, (first) => first.toUpperCase())

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1c2330;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.25rem;margin-top:2.5rem;border-bottom:1px solid #d5dae3;padding-bottom:.3rem}h3{font-size:1rem}
nav a{margin-right:1rem}table{border-collapse:collapse;display:block;overflow-x:auto;font-size:.85rem}
th,td{border:1px solid #d5dae3;padding:.3rem .6rem;text-align:left;vertical-align:top;max-width:28rem;overflow-wrap:anywhere}
th{background:#f2f4f8;white-space:nowrap}p.none{color:#5b6577}
img.logo{height:48px;max-width:100%;padding:8px 12px;border-radius:8px;background:#fff}
@media(prefers-color-scheme:dark){body{background:#14181f;color:#e6eaf1}th{background:#1f2631}th,td,h2{border-color:#39424f}a{color:#8ab4ff}p.none{color:#9aa5b5}}`

/** A page to read: every record in tables, files as links. */
export function pageOf(
  { parts }: PersonData,
  {
    name,
    company,
    logo = null,
    at,
  }: {
    readonly name: string
    readonly company: string
    /** As a data address. */
    readonly logo?: string | null
    readonly at: number
  },
): string {
  const cell = (value: Value | undefined) => {
    const text = escaped(value === null || value === undefined ? '' : String(value))
    return String(value).startsWith('files/') ? `<a href="${encodeURI(String(value))}">${text}</a>` : text
  }
  const table = ({ what, records }: ExportPart) => {
    const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
    const head = columns.map((column) => `<th scope="col">${escaped(heading(column))}</th>`).join('')
    const body = records
      .map((record) => `<tr>${columns.map((column) => `<td>${cell(record[column])}</td>`).join('')}</tr>`)
      .join('\n')
    const rows = `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
    return `<h3>${escaped(what)} (${records.length})</h3>${records.length === 0 ? '<p class="none">None.</p>' : rows}`
  }
  const shown = (Object.keys(EXPORT_SECTIONS) as ExportSection[]).filter((section) =>
    parts.some((part) => part.section === section),
  )
  const links = shown.map((section) => `<a href="#${section}">${EXPORT_SECTIONS[section]}</a>`).join('')
  const sections = shown
    .map(
      (section) =>
        `<section id="${section}"><h2>${EXPORT_SECTIONS[section]}</h2>${parts
          .filter((part) => part.section === section)
          .map(table)
          .join('\n')}</section>`,
    )
    .join('\n')
  const title = `Data about ${name}`
  const when = londonField(at).replace('T', ' ')
  return `<!doctype html><html lang="${LOCALE}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body><main>${logo === null ? '' : `<img class="logo" src="${logo}" alt="${escaped(company)}">`}<h1>${escaped(title)}</h1>
<p>${escaped(company)}, ${when}. The same is in <a href="data.json">data.json</a> for programs.</p><nav>${links}</nav>
${sections}</main></body></html>`
}

/** The same for programs. */
export function jsonOf({ parts }: PersonData, about: { readonly name: string; readonly at: number }): string {
  const sections = parts.map(({ table, section, what, records }) => ({ table, section, what, records }))
  return JSON.stringify({ person: about.name, madeAt: new Date(about.at).toISOString(), sections }, null, 1)
}

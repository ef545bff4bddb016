import { londonField } from '#shared/domain/london-time.ts'
import type { Sealer } from '../auth/sealer.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { within } from '../people/scope.ts'
import { audit } from '../records/audit.ts'
import { csvOf } from '../records/sheet.ts'
import { ToolCredentials } from '../tools/tool-credentials.ts'

interface FileParts {
  readonly db: Database
  readonly clock: Clock
  readonly sealer: Sealer
}

const text = (label: string) => ({ kind: 'text', label }) as const
const COLUMNS = [text('User name'), text('Dialler user name'), text('Survey tool user name')]

/** Active people's user names with those that they have in the tools, as CSV; never a password (spec 5 §3.6). */
export async function surveyToolFile({ db, clock, sealer }: FileParts, caller: Caller) {
  const people = await db
    .selectFrom('users as u')
    .where('u.status', '=', 'ACTIVE')
    .where('u.id', '>', 0)
    .where((eb) => within(caller, 'ALL')(eb as never))
    .orderBy('u.userName')
    .select(['u.id', 'u.userName'])
    .execute()
  const credentials = new ToolCredentials({ db, clock, sealer })
  const rows: string[][] = []
  for (const { id, userName } of people) {
    const all = await credentials.all(id)
    const named = (tool: 'DIALLER' | 'SURVEY_TOOL') => all.find((one) => one.tool === tool)?.userName ?? ''
    rows.push([userName, named('DIALLER'), named('SURVEY_TOOL')])
  }
  const at = clock()
  await audit(db, caller, at, {
    ...{ action: 'EXPORTED', page: 'admin.active-users', recordType: 'toolCredentials', recordID: null },
    label: 'Survey-tool details',
    changes: [{ field: 'rows', before: null, after: rows.length }],
  })
  const day = londonField(at).replace('T', ' ').replace(':', '')
  return {
    fileName: `Survey-tool details ${day}.csv`,
    contentType: 'text/csv; charset=utf-8',
    content: csvOf({ name: 'Survey-tool details', columns: COLUMNS, rows }),
  }
}

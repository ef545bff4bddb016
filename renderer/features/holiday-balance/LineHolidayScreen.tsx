import * as z from 'zod/mini'
import { getLineHoliday, listLineHolidays } from '#shared/contract/line-holiday.ts'
import { lineHolidayRecord } from '#shared/records/hr/line-holiday.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { BalanceSum } from './BalanceSum.tsx'
import { TEXT } from './text.ts'

function About({ record }: { readonly record: ListedRow }) {
  return <BalanceSum balance={z.parse(lineHolidayRecord.row, record)} />
}

const LINE: RecordsKind = {
  record: lineHolidayRecord,
  title: TEXT.title,
  fields: {},
  nameOf: ({ displayName }) => String(displayName),
  list: (api, request) => api.call(listLineHolidays, request, { quiet: true }),
  read: (api, id) => api.call(getLineHoliday, { id }, { quiet: true }),
  bulk: [],
  About,
}

/** Interviewer manager › Holiday balance (spec 4 §4.3.3): HR's figures of one's own line, to look at. */
export function LineHolidayScreen() {
  return <RecordsPage kind={LINE} />
}

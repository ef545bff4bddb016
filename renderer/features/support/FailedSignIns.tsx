import { getFailedSignIn, listFailedSignIns } from '#shared/contract/support.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { failedSignInRecord, SIGN_IN_STEPS } from '#shared/records/support/failed-sign-in.ts'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { Facts } from './Facts.tsx'
import { momentText } from './moments.ts'
import styles from './Support.module.css'
import { TEXT } from './text.ts'

function About({ record }: { readonly record: ListedRow }) {
  const { facts } = TEXT
  return (
    <div className={styles.part}>
      <Facts
        of={[
          [facts.when, momentText(record.at)],
          [facts.person, record.person === null ? TEXT.unknownName : String(record.person)],
          [facts.userName, record.userName as string | null],
          [facts.step, SIGN_IN_STEPS[record.step as keyof typeof SIGN_IN_STEPS]],
          [facts.address, String(record.address)],
        ]}
      />
      {record.isLockedOut ? <p>{facts.lockedOut}</p> : null}
    </div>
  )
}

const SIGN_INS: RecordsKind = {
  record: failedSignInRecord,
  title: TEXT.signIns,
  fields: {},
  nameOf: ({ person }) => String(person ?? TEXT.unknownName),
  list: (api, request) => api.call(listFailedSignIns, request, { quiet: true }),
  read: (api, id) => api.call(getFailedSignIn, { id }, { quiet: true }),
  bulk: [],
  About,
}

/** Sign-ins that were refused (spec 5 §5.11). */
export function FailedSignIns() {
  return <RecordsPage kind={SIGN_INS} />
}

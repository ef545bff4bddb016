import { Button } from '@mantine/core'
import { IconFileCertificate, IconShieldCheck } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import type * as z from 'zod/mini'
import { exportAudit, getAuditEntry, searchAudit, verifyAudit } from '#shared/contract/audit.ts'
import { chainInWords } from '#shared/domain/audit-words.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { auditRecord } from '#shared/records/admin/audit-entry.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { saveFile } from '../../services/page/save-file.ts'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import styles from './Audit.module.css'
import { TEXT } from './text.ts'

type Verdict = { readonly words: string; readonly isBroken: boolean }

/** Checks the chain, and gives out entries with what proves them. */
function AuditTools({ filters, searchTerm }: ComponentProps<NonNullable<RecordsKind['Tools']>>) {
  const { api, notices } = useServices()
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [isBusy, setBusy] = useState<'verify' | 'proof' | null>(null)
  const verify = async () => {
    setBusy('verify')
    setVerdict({ words: TEXT.verifying, isBroken: false })
    try {
      const { verdict: found, unchained } = await api.call(verifyAudit, undefined, { quiet: true })
      setVerdict({ words: chainInWords(found, unchained), isBroken: !found.isWhole })
    } catch (error) {
      setVerdict({ words: `${TEXT.failed} ${reasonOf(error)}`, isBroken: true })
    }
    setBusy(null)
  }
  const proof = async () => {
    setBusy('proof')
    try {
      saveFile(await api.call(exportAudit, { filters, searchTerm }, { quiet: true }))
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
    setBusy(null)
  }
  return (
    <>
      <p className={styles.verdict} role="status" data-broken={verdict?.isBroken || undefined}>
        {verdict?.words}
      </p>
      <Button
        size="sm"
        variant="default"
        loading={isBusy === 'verify'}
        leftSection={<IconShieldCheck size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => void verify()}
      >
        {TEXT.verify}
      </Button>
      <Button
        size="sm"
        variant="default"
        title={TEXT.proofHint}
        loading={isBusy === 'proof'}
        leftSection={<IconFileCertificate size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => void proof()}
      >
        {TEXT.proof}
      </Button>
    </>
  )
}

/** A value of a change, as it was kept. */
function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return TEXT.empty
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** An entry whole: who, when, from where, and what changed. */
function Entry({ record }: { readonly record: ListedRow }) {
  // As `read` below gave it.
  const data = record as unknown as z.output<typeof getAuditEntry.response>
  const { facts } = TEXT
  const told: [string, string | number | null][] = [
    [facts.at, londonField(new Date(data.at).getTime()).replace('T', ' ')],
    [facts.actor, data.actorName],
    [facts.onBehalfOf, data.onBehalfOf],
    [facts.record, [data.recordType, data.recordID, data.label].filter(Boolean).join(' · ')],
    [facts.person, data.personName],
    [facts.reason, data.reason],
    [facts.page, data.page],
    [facts.address, data.address],
    [facts.session, data.sessionID],
    [facts.request, data.requestID],
    [facts.sequence, data.sequence ?? TEXT.unchained],
    [facts.previousHash, data.previousHash],
    [facts.hash, data.hash],
  ]
  return (
    <section className={styles.entry}>
      <h3>{TEXT.changed}</h3>
      {data.changes.length === 0 ? (
        <p>{TEXT.nothing}</p>
      ) : (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">{TEXT.field}</th>
              <th scope="col">{TEXT.before}</th>
              <th scope="col">{TEXT.after}</th>
            </tr>
          </thead>
          <tbody>
            {data.changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>{inWords(before)}</td>
                <td>{inWords(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className={styles.facts}>
        {told
          .filter(([, value]) => value !== null && value !== '')
          .map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

const AUDIT: RecordsKind = {
  record: auditRecord,
  title: TEXT.title,
  fields: {},
  nameOf: ({ action }) => String(action),
  list: (api, request) => api.call(searchAudit, request, { quiet: true }),
  read: (api, id) => api.call(getAuditEntry, { id }, { quiet: true }),
  bulk: [],
  Tools: AuditTools,
  About: Entry,
}

/** Admin › Audit logs: who did what, and whether anybody changed what was written down (spec 5 §5.6). */
export function AuditScreen() {
  return <RecordsPage kind={AUDIT} />
}

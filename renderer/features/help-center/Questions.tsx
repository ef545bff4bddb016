import { Button } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { getFaq, HELP_CENTER_EDITORS, listFaq, publishFaq, saveFaq } from '#shared/contract/help-center.ts'
import { FAQ_STATES, type FaqState } from '#shared/domain/help-center.ts'
import { momentText } from '#shared/domain/moment-text.ts'
import { allows } from '#shared/domain/permission-rule.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { FAQ_FIELDS, faqRecord, faqValues } from '#shared/records/support/faq.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { Audience, audienceIn } from './Audience.tsx'
import styles from './HelpCenter.module.css'
import { TEXT } from './text.ts'

/** Publishes a question, or withdraws it. */
function Actions({ record, onDone }: ComponentProps<NonNullable<RecordsKind['Actions']>>) {
  const { api, notices } = useServices()
  const [isBusy, setBusy] = useState(false)
  const mayChange = useSession(({ permissions }) => allows(permissions, HELP_CENTER_EDITORS))
  if (!mayChange) return null
  const { id, version } = record
  const state: FaqState = record.state === 'PUBLISHED' ? 'DRAFT' : 'PUBLISHED'
  const run = async () => {
    setBusy(true)
    try {
      const done = await api.call(publishFaq, { id, version, state }, { quiet: true })
      notices.show('success', state === 'PUBLISHED' ? TEXT.published : TEXT.withdrawn)
      onDone(done)
    } catch (error) {
      notices.show('error', refusalOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="xs"
      variant={state === 'PUBLISHED' ? 'filled' : 'default'}
      loading={isBusy}
      onClick={() => void run()}
    >
      {state === 'PUBLISHED' ? TEXT.publish : TEXT.withdraw}
    </Button>
  )
}

/** What state it is in, and what people made of it. */
function About({ record }: { readonly record: ListedRow }) {
  return (
    <>
      <p className={styles.hint} data-state={record.state} title={FAQ_STATES[record.state as FaqState]}>
        {record.state === 'PUBLISHED' ? TEXT.publishedHint : TEXT.draftHint}
      </p>
      <dl className={styles.facts}>
        <dt>{TEXT.views}</dt>
        <dd className={styles.number}>{String(record.views)}</dd>
        <dt>{TEXT.helpful}</dt>
        <dd className={styles.number}>
          {TEXT.saidYes(Number(record.helpful))} · {TEXT.saidNo(Number(record.notHelpful))}
        </dd>
        <dt>{TEXT.changed}</dt>
        <dd>{momentText(String(record.updatedAt))}</dd>
      </dl>
    </>
  )
}

const QUESTIONS: RecordsKind = {
  record: faqRecord,
  title: TEXT.questions,
  fields: FAQ_FIELDS,
  ownFields: { audience: Audience },
  formOf: (record) => ({ ...record, audience: String(record.audience) }),
  fresh: () => ({ place: 0 }),
  nameOf: ({ question }) => String(question),
  list: (api, request) => api.call(listFaq, request, { quiet: true }),
  read: (api, id) => api.call(getFaq, { id }, { quiet: true }),
  save: (api, values, seen) =>
    api.call(
      saveFaq,
      {
        ...faqValues.parse({ ...values, audience: audienceIn(values.audience) }),
        ...(seen && { id: seen.id, version: seen.version }),
      },
      { quiet: true },
    ),
  mayChange: HELP_CENTER_EDITORS,
  bulk: [
    {
      label: TEXT.publish,
      isFor: ({ state }) => state === 'DRAFT',
      run: (api, { id, version }) => api.call(publishFaq, { id, version }, { quiet: true }),
      undo: (api, { id, version }) => api.call(publishFaq, { id, version, state: 'DRAFT' }, { quiet: true }),
    },
    {
      label: TEXT.withdraw,
      isFor: ({ state }) => state === 'PUBLISHED',
      run: (api, { id, version }) => api.call(publishFaq, { id, version, state: 'DRAFT' }, { quiet: true }),
      undo: (api, { id, version }) => api.call(publishFaq, { id, version }, { quiet: true }),
    },
  ],
  Actions,
  About,
}

/** Who only reads chooses nothing to change. */
const READ_ONLY: RecordsKind = { ...QUESTIONS, bulk: [] }

/** The questions of the FAQ as a page of records (spec 5 §5.13). */
export function Questions() {
  const mayChange = useSession(({ permissions }) => allows(permissions, HELP_CENTER_EDITORS))
  return <RecordsPage kind={mayChange ? QUESTIONS : READ_ONLY} />
}

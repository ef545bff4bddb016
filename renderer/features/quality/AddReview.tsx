import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { qcInterviews, qcPeople } from '#shared/contract/qc.ts'
import { QC_KINDS, type QcKind } from '#shared/domain/quality.ts'
import { QC_KIND_LABELS } from '#shared/domain/quality-words.ts'
import { useServices } from '../../services/context.tsx'
import styles from './Quality.module.css'
import { REVIEW_TEXT, QUALITY_TEXT as TEXT } from './text.ts'
import { QUALITY_KEY } from './use-quality-news.ts'
import { momentText } from './words.ts'

const KINDS = QC_KINDS.filter((kind) => kind !== 'LIVE')

/** Whose interview, and which: of people whom one looks after. */
export function useInterviewChoice(of = 0) {
  const { api } = useServices()
  const [userID, setUser] = useState(of)
  const [interviewID, setInterview] = useState(0)
  const people = useQuery({
    queryKey: [QUALITY_KEY, 'people'],
    queryFn: ({ signal }) => api.call(qcPeople, {}, { quiet: true, signal }),
  })
  const interviews = useQuery({
    queryKey: [QUALITY_KEY, 'interviews', userID],
    queryFn: ({ signal }) => api.call(qcInterviews, { userID }, { quiet: true, signal }),
    enabled: userID > 0,
  })
  const list = interviews.data?.interviews ?? []
  const chosen = list.find(({ id }) => id === interviewID) ?? list[0] ?? null
  const fields = (
    <>
      <NativeSelect
        label={TEXT.person}
        value={String(userID)}
        data={[
          { value: '0', label: TEXT.choose, disabled: true },
          ...(people.data?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => {
          setUser(Number(event.currentTarget.value))
          setInterview(0)
        }}
      />
      <NativeSelect
        label={TEXT.interview}
        disabled={list.length === 0}
        value={String(chosen?.id ?? 0)}
        data={
          list.length === 0
            ? [{ value: '0', label: userID > 0 && interviews.data ? TEXT.noInterviews : TEXT.choose }]
            : list.map(({ id, end, project, minutes }) => ({
                value: String(id),
                label: TEXT.interviewOf(momentText(end), project, minutes),
              }))
        }
        onChange={(event) => setInterview(Number(event.currentTarget.value))}
      />
    </>
  )
  return { userID, chosen, fields, reviewers: people.data?.reviewers ?? [] }
}

interface AddReviewProps {
  /** Whose; 0 where that is yet to be chosen. */
  readonly userID: number
  readonly onBegin: (wanted: {
    userID: number
    projectID: number
    interviewID: number
    kind: QcKind
  }) => Promise<void>
  readonly onCancel: () => void
}

/** A review of an interview that is over. */
export function AddReview({ userID: of, onBegin, onCancel }: AddReviewProps) {
  const { userID, chosen, fields } = useInterviewChoice(of)
  const [kind, setKind] = useState<QcKind>('RECORDING')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!chosen) return
    setBusy(true)
    await onBegin({ userID, projectID: chosen.projectID, interviewID: chosen.id, kind })
    setBusy(false)
  }
  return (
    <form className={styles.form} aria-label={TEXT.add} onSubmit={(event) => void submit(event)}>
      <h3>{TEXT.add}</h3>
      <div className={styles.fields}>
        {fields}
        <NativeSelect
          label={TEXT.kind}
          value={kind}
          data={KINDS.map((one) => ({ value: one, label: QC_KIND_LABELS[one] }))}
          onChange={(event) => setKind(event.currentTarget.value as QcKind)}
        />
      </div>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onCancel}>
          {REVIEW_TEXT.cancel}
        </Button>
        <Button type="submit" disabled={!chosen} loading={isBusy}>
          {TEXT.begin}
        </Button>
      </div>
    </form>
  )
}
